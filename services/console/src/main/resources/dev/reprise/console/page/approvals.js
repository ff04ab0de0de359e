// SPDX-License-Identifier: Apache-2.0
// Reruns that wait for a person, the longest wait first.

import { html, useState } from './preact.js';
import { usePages } from './data.js';
import { t, told } from './words.js';
import { span } from './format.js';
import { Instance, Loaded, More, Owner, Page, Since, useTick } from './parts.js';
import { Failure } from './evidence.js';
import { Answer } from './dialogs.js';

export function Approvals({ may }) {
  useTick();
  const list = usePages('approvals', { limit: 50 }, { on: ['instance', 'alert'] });
  const [answer, setAnswer] = useState(null);
  return html`<${Page} title=${t('nav.approvals')} count=${list.data && !list.more ? list.items.length : null} lead=${t('approvals.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t('approvals.none')}>
      <ul class="cards one">${list.items.map((proposal) => html`<li class="card ask" data-problem key=${proposal.instance}>
        <p class="top"><${Instance} of=${proposal.instance} /> <span class="soft">${t('waits')} <${Since} at=${proposal.since} />${proposal.expiresAt && html` · ${t('expires', { span: span(new Date(proposal.expiresAt) - Date.now()) })}`}</span></p>
        <p class="why">${told(proposal.statements, proposal.description || proposal.summary)}</p>
        ${proposal.evidence && html`<${Failure} of=${proposal.evidence} />`}
        <p class="foot"><span class="soft">${t('owner')} <${Owner} owner=${proposal.owner} /></span>
          ${may('APPROVER') ? html`<span class="buttons"><button type="button" onClick=${() => setAnswer({ proposal, approve: false })}>${t('reject')}</button><button type="button" class="main" onClick=${() => setAnswer({ proposal, approve: true })}>${t('approve')}</button></span>` : html`<span class="soft">${t('needs.approver')}</span>`}</p>
      </li>`)}</ul>
      <${More} of=${list} />
    <//>
    ${answer && html`<${Answer} ...${answer} close=${() => setAnswer(null)} />`}
  <//>`;
}
