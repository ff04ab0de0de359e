// SPDX-License-Identifier: Apache-2.0
// Breakers that are not closed: what they hold, why, and who may let it go.

import { html, useState } from './preact.js';
import { send } from './api.js';
import { usePages } from './data.js';
import { count, t } from './words.js';
import { Instance, Loaded, More, Page, Since, Time, useTick } from './parts.js';
import { Act } from './dialogs.js';

const TONES = { OPEN: ['■', 'bad'], HALF_OPEN: ['◧', 'ask'], RELEASING: ['▷', 'rerun'] };

export function Storms({ may }) {
  useTick();
  const list = usePages('storms', { limit: 100 }, { on: ['storms', 'decision'] });
  const [dialog, setDialog] = useState(null);
  const tools = may('OPERATOR') && html`<button type="button" onClick=${() => setDialog({ hold: true })}>${t('storm.hold')}</button>`;
  return html`<${Page} title=${t('nav.storms')} tools=${tools} lead=${t('storms.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t('storms.none')}>
      <ul class="cards one">${list.items.map((storm) => {
        const [mark, tone] = TONES[storm.state] || ['•', 'quiet'];
        return html`<li class="card ${tone}" key=${storm.subject} data-problem>
          <p class="top"><span class="status ${tone}"><i aria-hidden="true">${mark}</i>${t(`breaker.${storm.state}`)}</span> <b>${storm.group}</b> <span class="soft">${t('since')} <${Time} at=${storm.since} /></span></p>
          <p class="why">${storm.heldBy ? t('storm.by', { name: storm.heldBy }) : storm.signature ? t('storm.signature', { signature: storm.signature }) : t('storm.group')}</p>
          <dl class="figures"><div><dt>${t('storm.failures')}</dt><dd>${storm.failures}</dd></div><div><dt>${t('storm.held.title')}</dt><dd><a href="/instances?status=HELD">${storm.held}</a></dd></div><div><dt>${t('storm.released')}</dt><dd>${storm.released}</dd></div>
            ${storm.nextProbeAt && html`<div><dt>${t('storm.probe')}</dt><dd><${Since} at=${storm.nextProbeAt} /></dd></div>`}</dl>
          ${storm.trigger && html`<p class="soft">${t('storm.trigger')} <${Instance} of=${storm.trigger} /></p>`}
          ${may('OPERATOR') && html`<p class="foot"><span class="buttons"><button type="button" onClick=${() => setDialog({ storm, hold: true })}>${t('storm.hold')}</button><button type="button" class="main" onClick=${() => setDialog({ storm, hold: false })}>${t('storm.release')}</button></span></p>`}
        </li>`;
      })}</ul>
      <${More} of=${list} />
    <//>
    ${dialog && html`<${Group} ...${dialog} storms=${list.data && !list.more ? list.items : null} reload=${list.reload} close=${() => setDialog(null)} />`}
  <//>`;
}

/** Hold or release a group; what is held is told before. */
function Group({ storm, hold, storms, reload, close }) {
  const [known] = useState(storms);
  const [group, setGroup] = useState(storm ? storm.group : '');
  const of = (all) => (all || []).filter((each) => each.group === group.trim());
  const now = of(storms);
  const seen = of(known).map((each) => `${each.state}@${each.since}`).join('/');
  const held = (storms || []).filter((each) => each.group === group.trim()).reduce((sum, each) => sum + each.held, 0);
  const submit = (reason, key) => send('POST', `storms/${encodeURIComponent(group.trim())}/${hold ? 'hold' : 'release'}`, { key, revision: known ? seen || null : undefined, body: { reason } });
  return html`<${Act} title=${t(hold ? 'storm.hold.title' : 'storm.release.title')} confirm=${t(hold ? 'storm.hold' : 'storm.release')} danger=${!hold} ready=${group.trim() !== ''} stale=${reload} standing=${html`<p>${now.length === 0 ? t('storms.none') : now.map((each) => html`<b>${t(`breaker.${each.state}`)}</b> ${each.heldBy ? t('storm.by', { name: each.heldBy }) : ''} <span class="soft"><${Since} at=${each.since} /></span> `)}</p>`} submit=${submit} close=${close}>
    ${storm ? html`<p><b>${group}</b></p>` : html`<label>${t('storm.which')}<input required maxlength="256" value=${group} onInput=${(event) => setGroup(event.target.value)} /></label>`}
    <p class="plan">${hold ? t('storm.hold.effect') : t('storm.release.effect')} ${count('storm.held', held)}</p>
  <//>`;
}
