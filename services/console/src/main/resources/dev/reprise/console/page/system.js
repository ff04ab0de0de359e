// SPDX-License-Identifier: Apache-2.0
// How this process is.

import { html, useEffect } from './preact.js';
import { useData } from './data.js';
import { figure, t } from './words.js';
import { Loaded, Page, Since, useTick } from './parts.js';

export function System() {
  useTick(5000);
  const system = useData('system');
  useEffect(() => {
    const timer = setInterval(system.reload, 5000);
    return () => clearInterval(timer);
  }, [system.reload]);
  const data = system.data;
  const topics = {};
  for (const each of data ? data.positions : []) {
    const topic = (topics[each.topic] ||= { kafkaPartitions: 0, read: 0 });
    topic.kafkaPartitions += 1;
    topic.read += each.nextOffset;
  }
  return html`<${Page} title=${t('nav.system')} lead=${t('system.lead')}>
    <${Loaded} of=${system}>${data && html`<div class="columns">
      <section class="wide" aria-labelledby="checks"><h2 id="checks">${t('system.checks')}</h2>
        <table><tbody>${data.checks.map((check) => html`<tr key=${check.name}><td><span class="status ${check.healthy ? 'ok' : 'bad'}"><i aria-hidden="true">${check.healthy ? '✓' : '✕'}</i>${check.name}</span></td><td>${check.reason}</td></tr>`)}</tbody></table>
        <h2>${t('system.topics')}</h2>
        <table class="topics"><thead><tr><th>${t('system.topic')}</th><th class="end">${t('system.partitions')}</th><th class="end">${t('system.read')}</th></tr></thead><tbody>${Object.entries(topics).map(([topic, each]) => html`<tr key=${topic}><td><code>${data.topicPrefix}${topic}</code></td><td class="end">${each.kafkaPartitions}</td><td class="end">${figure(each.read)}</td></tr>`)}</tbody></table>
      </section>
      <section aria-labelledby="program"><h2 id="program">${t('system.program')}</h2><dl class="facts">
        <div><dt>${t('version')}</dt><dd>${data.version} <span class="soft">${data.revision}</span></dd></div>
        <div><dt>${t('system.model')}</dt><dd><span class="status ${data.caughtUp ? 'ok' : 'bad'}"><i aria-hidden="true">${data.caughtUp ? '✓' : '✕'}</i>${t(data.caughtUp ? 'system.caught-up' : 'system.behind')}</span></dd></div>
        <div><dt>${t('system.lag')}</dt><dd>${figure(data.lag)}</dd></div>
        <div><dt>${t('system.committed')}</dt><dd><${Since} at=${data.committedAt} /></dd></div></dl>
        <ul class="links"><li><a href="/metrics" target="_blank">${t('system.metrics')}</a></li><li><a href="/api/v1/openapi.yaml" target="_blank">OpenAPI</a></li></ul>
      </section></div>`}<//>
  <//>`;
}
