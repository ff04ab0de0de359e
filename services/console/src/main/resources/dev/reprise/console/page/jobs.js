// SPDX-License-Identifier: Apache-2.0
// Jobs: may they be repeated, who says so, and the line that decides.

import { html, useEffect, useState } from './preact.js';
import { keyPath } from './api.js';
import { useData, usePages } from './data.js';
import { filter } from './route.js';
import { meaning, t } from './words.js';
import { duration, plain } from './format.js';
import { Instance, Job, Loaded, More, Owner, Page, Search, Since, Status, Time, useCalm, useTick } from './parts.js';
import { Analysis, Verdict } from './evidence.js';

export function Jobs({ query }) {
  const [text, setText] = useState(query.get('q') || '');
  const calm = useCalm(text);
  useEffect(() => {
    if (calm !== (query.get('q') || '')) filter({ q: calm.trim() });
  }, [calm]);
  const list = usePages('jobs', { q: query.get('q'), owner: query.get('owner'), limit: 100 }, { on: ['jobs'] });
  return html`<${Page} title=${t('nav.jobs')} tools=${html`<${Search} value=${text} onInput=${setText} label=${t('search.jobs')} />`} lead=${t('jobs.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t(query.get('q') ? 'jobs.no-match' : 'jobs.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('job')}</th><th>${t('owner')}</th><th>${t('declared')}</th><th>${t('analysed')}</th><th>${t('mode')}</th><th class="end">${t('max.reruns')}</th></tr></thead>
      <tbody>${list.items.map((job) => html`<tr key=${job.job}><td><${Job} of=${job.job} /></td><td data-label=${t('owner')}><${Owner} owner=${job.owner} /></td><td data-label=${t('declared')}><${Verdict} of=${job.policy.idempotency} /></td><td data-label=${t('analysed')}>${job.analysis ? html`<${Verdict} of=${job.analysis.verdict} />` : html`<span class="soft">–</span>`}</td><td data-label=${t('mode')}>${t(`mode.${job.policy.mode}`)}</td><td class="end" data-label=${t('max.reruns')}>${job.policy.maxReruns}</td></tr>`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
  <//>`;
}

export function JobPage({ of }) {
  useTick();
  const [namespace, name] = of.split('/').map(plain);
  const job = useData(`jobs/${keyPath(of)}`, null, { on: ['jobs'] });
  const instances = usePages('instances', { job: of, limit: 31 }, { on: ['instance'], when: (data) => data.job === of });
  const data = job.data;
  const lineage = data && data.lineage;
  return html`<${Page} title=${html`<span class="soft">${namespace}/</span>${name}`} name=${name}>
    ${job.error && job.error.status === 404 ? html`<p class="note">${t('job.unknown')}</p>` : html`<${Loaded} of=${job}>${data && html`
    <div class="columns">
      <section class="wide" aria-labelledby="verdict"><h2 id="verdict">${t('verdict.title')}</h2>
        <p>${t('declared')} <${Verdict} of=${data.policy.idempotency} /> <span class="soft">${data.updatedBy}, <${Time} at=${data.updatedAt} /></span></p>
        ${data.analysis && html`<${Analysis} of=${data.analysis} from=${t('from.registry')} />`}
        ${lineage && lineage.analysis && html`<${Analysis} of=${lineage.analysis} from=${t('from.events')} />`}
        ${!data.analysis && !(lineage && lineage.analysis) && html`<p class="note">${t('analysis.none')}</p>`}
      </section>
      <section aria-labelledby="policy"><h2 id="policy">${t('policy')}</h2><dl class="facts">
        <div><dt>${t('owner')}</dt><dd><${Owner} owner=${data.owner} /></dd></div>
        <div><dt>${t('mode')}</dt><dd>${t(`mode.${data.policy.mode}`)}</dd></div>
        <div><dt>${t('max.reruns')}</dt><dd>${data.policy.maxReruns}</dd></div>
        <div><dt>${t('settle')}</dt><dd>${duration(data.policy.settle)}</dd></div>
        <div><dt>${t('target')}</dt><dd>${data.target ? data.target.type : t('target.none')}</dd></div>
        ${Object.entries(data.labels).map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
        <div><dt>${t('version')}</dt><dd><code>${data.policy.version}</code></dd></div></dl>
        ${lineage && html`<h2>${t('lineage')}</h2><dl class="facts"><div><dt>${t('reads')}</dt><dd>${lineage.inputs.map((each) => html`<code class="block">${each}</code>`)}</dd></div><div><dt>${t('writes')}</dt><dd>${lineage.outputs.map((each) => html`<code class="block">${each}</code>`)}</dd></div></dl>`}
      </section>
    </div>`}<//>`}
    <section aria-labelledby="runs"><h2 id="runs">${t('nav.instances')}</h2>
      <${Loaded} of=${instances} empty=${instances.data && instances.items.length === 0 && t('instances.none')}>
        <div class="scroll"><table class="stack"><thead><tr><th>${t('instance')}</th><th>${t('status')}</th><th>${t('why')}</th><th class="end">${t('changed')}</th></tr></thead><tbody>${instances.items.map((item) => html`<tr key=${item.instance}><td><${Instance} of=${item.instance} short /></td><td><${Status} status=${item.status} /></td><td class="soft">${item.reason && meaning(item.reason, item.meaning)}</td><td class="end"><${Since} at=${item.updatedAt} /></td></tr>`)}</tbody></table></div>
        <${More} of=${instances} />
      <//>
    </section>
  <//>`;
}
