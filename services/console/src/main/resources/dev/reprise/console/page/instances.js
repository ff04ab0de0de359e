// SPDX-License-Identifier: Apache-2.0
// Search: instances by words, status, owner.

import { html, useEffect, useState } from './preact.js';
import { usePages } from './data.js';
import { filter } from './route.js';
import { meaning, statusName, t } from './words.js';
import { Instance, Loaded, More, Page, Search, Since, Status, useCalm, useTick } from './parts.js';

const STATUSES = ['GAVE_UP', 'IN_DOUBT', 'AWAITING_APPROVAL', 'SETTLING', 'AWAITING_NATIVE_RETRY', 'RECONCILING', 'BACKING_OFF', 'HELD', 'INTENDED', 'DISPATCHED', 'RERUNNING', 'RUNNING', 'SUCCEEDED', 'CLEARED', 'CLOSED', 'IDLE'];

export function Instances({ query }) {
  useTick();
  const [text, setText] = useState(query.get('q') || '');
  const calm = useCalm(text);
  const status = query.get('status') || '';
  const owner = query.get('owner') || '';
  useEffect(() => {
    if (calm !== (query.get('q') || '')) filter({ q: calm.trim() });
  }, [calm]);
  const list = usePages('instances', { q: query.get('q'), status, owner, limit: 100 }, { on: ['instance'] });
  const narrowed = query.get('q') || status || owner;
  const tools = html`<div class="filters">
    <${Search} value=${text} onInput=${setText} label=${t('search.instances')} />
    <label class="pick"><span class="hidden">${t('status')}</span><select value=${status} onChange=${(event) => filter({ status: event.target.value })}>
      <option value="">${t('status.any')}</option>${status.includes(',') && html`<option value=${status}>${status.split(',').map(statusName).join(', ')}</option>`}${STATUSES.map((each) => html`<option value=${each}>${statusName(each)}</option>`)}</select></label>
    ${owner && html`<button type="button" class="chip" onClick=${() => filter({ owner: '' })}>${t('owner')}: ${owner} ✕</button>`}
  </div>`;
  return html`<${Page} title=${t('nav.instances')} tools=${tools}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t(narrowed ? 'instances.no-match' : 'instances.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('instance')}</th><th>${t('status')}</th><th>${t('why')}</th><th class="end">${t('changed')}</th></tr></thead>
        <tbody>${list.items.map((item) => html`<tr key=${item.instance}><td><${Instance} of=${item.instance} /></td><td><${Status} status=${item.status} /></td><td class="soft">${item.reason && meaning(item.reason, item.meaning)}</td><td class="end"><${Since} at=${item.updatedAt} /></td></tr>`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
  <//>`;
}
