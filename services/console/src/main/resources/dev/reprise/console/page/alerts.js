// SPDX-License-Identifier: Apache-2.0
// What people were told, and whether it is over.

import { html, useState } from './preact.js';
import { usePages } from './data.js';
import { filter } from './route.js';
import { meaning, t, told } from './words.js';
import { Choice, Instance, Loaded, More, Owner, Page, Severity, Since, Time, useTick } from './parts.js';
import { Failure, Findings } from './evidence.js';
import { Take } from './dialogs.js';
import { deliveriesOf } from './deliveries.js';
import { silenceAddress } from './silences.js';

const STATES = ['firing', 'acked', 'resolved'];

export function Alerts({ query, may }) {
  useTick();
  const [dialog, setDialog] = useState(null);
  const state = STATES.includes(query.get('state')) ? query.get('state') : 'firing';
  const list = usePages('alerts', { state, limit: 50 }, { on: ['alert', 'acknowledgements', 'silences'] });
  const tools = html`<${Choice} label=${t('state')} value=${state} options=${STATES.map((each) => [each, t(`alert.${each}`)])} onChange=${(value) => filter({ state: value === 'firing' ? '' : value })} />`;
  return html`<${Page} title=${t('nav.alerts')} tools=${tools} lead=${t('alerts.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t(`alerts.none.${state}`)}>
      <ul class="cards one">${list.items.map((alert) => html`<li class="card ${state === 'resolved' ? 'quiet' : alert.severity === 'CRITICAL' ? 'bad' : 'ask'}" data-problem=${state === 'firing'} key=${alert.alertKey}>
        <p class="top"><${Severity} severity=${alert.severity} /> <${Instance} of=${alert.instance} /> <span class="soft"><${Since} at=${alert.startsAt} /></span></p>
        <p class="why">${meaning(alert.kind, alert.meaning)}</p>
        ${alert.content.evidence && html`<p class="soft clip" title=${alert.content.evidence.message}>${alert.content.evidence.message}</p>`}
        ${alert.endsAt && html`<p class="status ok"><i aria-hidden="true">✓</i>${t('over.since')} <${Time} at=${alert.endsAt} /> ${alert.resolution && meaning(alert.resolution, '')}</p>`}
        ${alert.acknowledgement && state === 'acked' && html`<p class="status quiet"><i aria-hidden="true">☑</i>${t('taken.by', { name: alert.acknowledgement.actor })} <span class="soft">${t('until')} <${Time} at=${alert.acknowledgement.expiresAt} /></span>${alert.acknowledgement.reason && html` — “${alert.acknowledgement.reason}”`}</p>`}
        ${alert.silencedBy && alert.silencedBy.length > 0 && html`<p class="status quiet"><i aria-hidden="true">◐</i><a href="/silences">${t('silenced')}</a></p>`}
        <details><summary>${t('details')}</summary>
          <p class="description">${told(alert.content.statements, alert.content.description)}</p>
          ${alert.content.evidence && html`<${Failure} of=${alert.content.evidence} />`}
          ${alert.content.findings.length > 0 && html`<${Findings} of=${alert.content.findings} />`}
        </details>
        <p class="foot"><span class="soft">${t('owner')} <${Owner} owner=${alert.content.owner} /> · <a href=${deliveriesOf('alert', alert.alertKey)}>${t('who.was.told')}</a></span>
          ${may('OPERATOR') && state !== 'resolved' && html`<span class="buttons">${alert.acknowledgement && state === 'acked' ? html`<button type="button" onClick=${() => setDialog({ alert, back: true })}>${t('ack.back')}</button>` : html`<button type="button" onClick=${() => setDialog({ alert, back: false })}>${t('ack')}</button>`}<a class="button" href=${silenceAddress(alert)}>${t('silence')}</a></span>`}</p>
      </li>`)}</ul>
      <${More} of=${list} />
    <//>
    ${dialog && html`<${Take} now=${list.items.find((each) => each.alertKey === dialog.alert.alertKey)} reload=${list.reload} alert=${dialog.alert} back=${dialog.back} close=${() => { setDialog(null); list.reload(); }} />`}
  <//>`;
}
