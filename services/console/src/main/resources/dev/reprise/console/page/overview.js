// SPDX-License-Identifier: Apache-2.0
// What is broken, is it being handled, what must I do.

import { html, useState } from './preact.js';
import { useData } from './data.js';
import { count, figure, meaning, statusName, t } from './words.js';
import { span, statusMark } from './format.js';
import { Empty, Instance, Kind, Loaded, Owner, Page, Severity, Since, Time, useModel, useTick } from './parts.js';
import { Answer } from './dialogs.js';

const HANDLED = ['SETTLING', 'AWAITING_NATIVE_RETRY', 'RECONCILING', 'BACKING_OFF', 'HELD', 'INTENDED', 'DISPATCHED', 'RERUNNING', 'CLEARED'];
const BAR = ['GAVE_UP', 'IN_DOUBT', 'AWAITING_APPROVAL', ...HANDLED, 'RUNNING', 'SUCCEEDED', 'CLOSED', 'IDLE'];
// What happened, without the waits and repetitions between: those are on the page of each instance.
const TOLD = 'rerun,shadow,alert,resolve,withdraw,refuse';
const LIVE = ['instance', 'alert', 'decision', 'acknowledgements', 'storms', 'controls', 'dead-letters'];

export function Overview({ may }) {
  useTick();
  const figures = useData('overview', null, { on: LIVE });
  const approvals = useData('approvals', { limit: 8 }, { on: ['instance', 'alert'] });
  const alerts = useData('alerts', { state: 'firing', limit: 12 }, { on: ['alert', 'acknowledgements'] });
  const storms = useData('storms', { limit: 20 }, { on: LIVE });
  const handled = useData('instances', { status: HANDLED.join(','), limit: 8 }, { on: ['instance'] });
  const decisions = useData('decisions', { limit: 14, kind: TOLD }, { on: ['decision'] });
  const [answer, setAnswer] = useState(null);
  const part = useModel();
  const data = figures.data;
  // None of something is only known once all is.
  const some = (number) => (part && !number ? '?' : figure(number));
  const of = (status) => (data && data.statuses[status]) || 0;
  const waiting = approvals.data ? approvals.data.items : [];
  const asked = new Set(waiting.map((each) => each.instance));
  // A proposal tells of itself; its alert would be the same thing twice.
  const others = alerts.data ? alerts.data.items.filter((alert) => !(alert.content.proposal && asked.has(alert.instance))) : [];
  const needs = of('AWAITING_APPROVAL') + (!alerts.data ? (data && data.firing) || 0 : alerts.data.next ? data.firing : others.length);
  const moving = HANDLED.reduce((sum, status) => sum + of(status), 0);
  return html`<${Page} title=${t('nav.overview')}>
    <${Loaded} of=${figures}>
      ${data && html`
      <p class="headline ${needs ? 'bad' : part ? 'quiet' : 'ok'}"><i aria-hidden="true">${needs ? '▲' : part ? '?' : '✓'}</i> ${needs ? count('overview.needs', needs) : t(part ? 'overview.unknown' : 'overview.calm')} ${moving > 0 && html`<span class="soft">${count('overview.handled', moving)}</span>`}</p>
      ${storms.data && storms.data.items.map((storm) => html`<p class="storm" role="status" key=${storm.subject}><i aria-hidden="true">≋</i> <a href="/storms">${t('storm.line', { group: storm.group, state: t(`breaker.${storm.state}`) })}</a> <span class="soft">${count('storm.held', storm.held)} · <${Since} at=${storm.since} /></span></p>`)}
      ${data.activeControls > 0 && html`<p class="storm ask" role="status"><i aria-hidden="true">‖</i> <a href="/controls">${count('overview.controls', data.activeControls)}</a></p>`}
      <div class="columns">
        <section class="wide" aria-labelledby="needs"><h2 id="needs">${t('overview.needs.title')}</h2>
          ${!approvals.data || !alerts.data ? html`<${Loaded} of=${approvals.data ? alerts : approvals} />` : needs === 0 ? html`<${Empty}>${t('overview.needs.none')}<//>` : html`<ul class="cards">
            ${waiting.map((proposal) => html`<li class="card ask" data-problem key=${proposal.instance}>
              <p class="top"><span class="status ask"><i aria-hidden="true">?</i>${statusName('AWAITING_APPROVAL')}</span> <span class="soft"><${Since} at=${proposal.since} />${proposal.expiresAt && html` · ${t('expires', { span: span(new Date(proposal.expiresAt) - Date.now()) })}`}</span></p>
              <p><${Instance} of=${proposal.instance} /></p>
              <p class="why">${proposal.evidence ? proposal.evidence.message : meaning('AWAITING_APPROVAL', proposal.summary)}</p>
              <p class="foot"><${Owner} owner=${proposal.owner} />
                ${may('APPROVER') && html`<span class="buttons"><button type="button" onClick=${() => setAnswer({ proposal, approve: false })}>${t('reject')}</button><button type="button" class="main" onClick=${() => setAnswer({ proposal, approve: true })}>${t('approve')}</button></span>`}</p>
            </li>`)}
            ${others.map((alert) => html`<li class="card ${alert.severity === 'CRITICAL' ? 'bad' : 'ask'}" data-problem key=${alert.alertKey}>
              <p class="top"><${Severity} severity=${alert.severity} /> <span class="soft"><${Since} at=${alert.startsAt} /></span></p>
              <p><${Instance} of=${alert.instance} /></p>
              <p class="why">${meaning(alert.kind, alert.meaning)}</p>
              ${alert.content.evidence && html`<p class="soft clip">${alert.content.evidence.message}</p>`}
              <p class="foot"><${Owner} owner=${alert.content.owner} /></p>
            </li>`)}
          </ul>`}
          <p class="links">${of('AWAITING_APPROVAL') > 0 && html`<a href="/approvals">${count('all.approvals', of('AWAITING_APPROVAL'))}</a>`} ${data.firing > 0 && html`<a href="/alerts">${count('all.alerts', data.firing)}</a>`} ${of('GAVE_UP') > 0 && html`<a href="/instances?status=GAVE_UP">${count('all.gave-up', of('GAVE_UP'))}</a>`}</p>
          <section aria-labelledby="decided"><h2 id="decided">${t('overview.decided')}</h2>
            <${Loaded} of=${decisions} empty=${decisions.data && decisions.data.items.length === 0 && t('overview.decided.none')}><ol class="feed">${decisions.data && decisions.data.items.map((decision) => html`<li key=${`${decision.kafkaPartition}/${decision.offset}`}><${Time} at=${decision.at} /><${Kind} kind=${decision.kind} /><span><${Instance} of=${decision.instance} short /> <span class="soft">${meaning(decision.reason, decision.meaning)}</span></span></li>`)}</ol><//>
          </section>
        </section>
        <section aria-labelledby="handled"><h2 id="handled">${t('overview.handled.title')}</h2>
          <${Loaded} of=${handled} empty=${handled.data && handled.data.items.length === 0 && t('overview.handled.none')}><ul class="lines">${handled.data && handled.data.items.map((item) => html`<li key=${item.instance}><${Instance} of=${item.instance} short /><span class="soft"> ${item.reason && meaning(item.reason, item.meaning)}</span></li>`)}</ul><//>
          <h2>${t('overview.figures')}</h2>
          <dl class="figures">
            <div><dt>${t('figure.reruns')}</dt><dd>${some(data.rerunsLastDay)}</dd></div>
            <div><dt>${t('figure.acked')}</dt><dd><a href="/alerts?state=acked">${some(data.acked)}</a></dd></div>
            <div><dt>${t('figure.letters')}</dt><dd><a href="/dead-letters">${some(data.deadLetters)}</a></dd></div>
          </dl>
        </section>
      </div>
      <${Everything} statuses=${data.statuses} />`}
    <//>
    ${answer && html`<${Answer} ...${answer} close=${() => setAnswer(null)} />`}
  <//>`;
}

/** All instances in one bar; each part leads to its list. */
function Everything({ statuses }) {
  const shown = BAR.filter((status) => statuses[status]);
  const all = shown.reduce((sum, status) => sum + statuses[status], 0);
  if (!all) return html`<section><h2>${t('overview.all')}</h2><${Empty}>${t('overview.all.none')}<//></section>`;
  return html`<section aria-labelledby="all"><h2 id="all">${t('overview.all')} <span class="count">${figure(all)}</span></h2>
    <div class="bar" aria-hidden="true">${shown.map((status) => html`<span class=${statusMark(status)[1]} style=${{ flexGrow: statuses[status] }}></span>`)}</div>
    <ul class="legend">${shown.map((status) => html`<li key=${status}><a href=${`/instances?status=${status}`}><span class="status ${statusMark(status)[1]}"><i aria-hidden="true">${statusMark(status)[0]}</i>${statusName(status)}</span> ${figure(statuses[status])}</a></li>`)}</ul>
  </section>`;
}
