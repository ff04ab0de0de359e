// SPDX-License-Identifier: Apache-2.0
// What was sent to whom, when, and how that went.

import { html } from './preact.js';
import { usePages } from './data.js';
import { filter } from './route.js';
import { count, meaning, t, told } from './words.js';
import { Choice, Instance, Loaded, More, Page, Severity, Time, useTick } from './parts.js';

const OUTCOMES = ['', 'FAILED', 'RETRYING', 'PENDING', 'SENT'];
const MARKS = { SENT: ['✓', 'ok'], RETRYING: ['↻', 'ask'], FAILED: ['✕', 'bad'], PENDING: ['…', 'quiet'] };
const CHANGES = { NEW: '●', STILL: '○', RESOLVED: '✓' };

export const deliveriesOf = (name, value) => `/deliveries?${name}=${encodeURIComponent(value)}`;

export function Outcome({ of }) {
  const [mark, tone] = MARKS[of] || ['?', 'quiet'];
  return html`<span class="status ${tone}"><i aria-hidden="true">${mark}</i>${t(`delivery.${of}`)}</span>`;
}

export function Deliveries({ query }) {
  useTick();
  const asked = Object.fromEntries(['channel', 'alert', 'instance'].map((name) => [name, query.get(name) || '']));
  const outcome = OUTCOMES.includes(query.get('outcome')) ? query.get('outcome') : '';
  const list = usePages('deliveries', { ...asked, outcome, limit: 50 }, { on: ['delivery'] });
  const chips = Object.entries(asked).filter(([, value]) => value);
  const tools = html`<span class="buttons">${chips.map(([name, value]) => html`<button type="button" class="chip" title=${t('filter.off')} onClick=${() => filter({ [name]: '' })}>${value} ✕</button>`)}<${Choice} label=${t('result')} value=${outcome} options=${OUTCOMES.map((each) => [each, each ? t(`delivery.${each}`) : t('delivery.any')])} onChange=${(value) => filter({ outcome: value })} /></span>`;
  return html`<${Page} title=${t('nav.deliveries')} tools=${tools} lead=${t('deliveries.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t(chips.length > 0 || outcome ? 'deliveries.no-match' : 'deliveries.none')}>
      <div class="scroll"><table class="deliveries"><thead><tr><th>${t('when')}</th><th>${t('receiver')}</th><th>${t('what')}</th><th>${t('why')}</th><th>${t('result')}</th></tr></thead>
      <tbody>${list.items.map((each) => html`<${Row} key=${`${each.channel}|${each.group}|${each.revision}`} of=${each} />`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
  <//>`;
}

function Row({ of }) {
  const left = of.fresh + of.still + of.over - of.items.length;
  return html`<tr data-problem=${of.outcome === 'FAILED'}>
    <td><${Time} at=${of.at} /></td>
    <td><button type="button" class="plain" onClick=${() => filter({ channel: of.channel })}>${of.channel}</button></td>
    <td>${of.items.length === 0 ? html`<code>${of.group}</code>` : html`<ul class="told">${of.items.slice(0, 3).map((item) => html`<li><span class="soft" title=${t(`change.${item.change}`)}><i aria-hidden="true">${CHANGES[item.change]}</i><span class="hidden">${t(`change.${item.change}`)}</span></span> <${Instance} of=${item.instance} short /> <span class="soft">${meaning(item.kind, item.meaning)}</span></li>`)}${of.items.length > 3 || left > 0 ? html`<li class="soft">${count('and.more', Math.max(0, of.items.length - 3) + Math.max(0, left))}</li>` : ''}</ul>`}</td>
    <td>${of.severity && html`<${Severity} severity=${of.severity} /> `}${of.reason ? t(`page.${of.reason}`) : ''}${of.subscription && html`<br /><span class="soft" title=${of.why}>${t('by.subscription', { name: of.subscription })}</span>`}</td>
    <td><${Outcome} of=${of.outcome} /> ${of.attempts > 1 && html`<span class="soft">${count('tries', of.attempts)}</span>`}${of.triedAt && html` <span class="soft"><${Time} at=${of.triedAt} /></span>`}${of.detail && html`<br /><span class="soft">${told(of.statements, of.detail)}</span>`}</td>
  </tr>`;
}
