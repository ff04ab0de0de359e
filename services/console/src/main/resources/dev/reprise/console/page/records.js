// SPDX-License-Identifier: Apache-2.0
// What people changed, and what could not be read.

import { html } from './preact.js';
import { usePages } from './data.js';
import { filter } from './route.js';
import { action, t } from './words.js';
import { Instance, Loaded, More, Page, Time } from './parts.js';

const isInstance = (entry) => entry.action.startsWith('rerun.') && entry.subject.split('/').length > 2;

export function Audit({ query }) {
  const actor = query.get('actor') || '';
  const subject = query.get('subject') || '';
  const list = usePages('audit', { actor, subject, limit: 100 }, { on: ['audit'] });
  const tools = (actor || subject) && html`<span class="buttons">${actor && html`<button type="button" class="chip" onClick=${() => filter({ actor: '' })}>${actor} ✕</button>`}${subject && html`<button type="button" class="chip" onClick=${() => filter({ subject: '' })}>${subject} ✕</button>`}</span>`;
  return html`<${Page} title=${t('nav.audit')} tools=${tools} lead=${t('audit.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t('audit.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('when')}</th><th>${t('actor')}</th><th>${t('action')}</th><th>${t('subject')}</th><th>${t('reason')}</th><th>${t('via')}</th></tr></thead>
      <tbody>${list.items.map((entry) => html`<tr key=${`${entry.kafkaPartition}/${entry.offset}`}><td><${Time} at=${entry.at} /></td><td><button type="button" class="plain" onClick=${() => filter({ actor: entry.actor })}>${entry.actor}</button></td><td title=${entry.action}>${action(entry.action)}</td><td>${isInstance(entry) ? html`<${Instance} of=${entry.subject} />` : html`<button type="button" class="plain" onClick=${() => filter({ subject: entry.subject })}>${entry.subject}</button>`}</td><td>${entry.reason}</td><td class="soft" data-label=${t('via')}>${t(`via.${entry.via}`)}</td></tr>`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
  <//>`;
}

export function DeadLetters() {
  const list = usePages('dead-letters', { limit: 100 }, { on: ['dead-letters'] });
  return html`<${Page} title=${t('nav.letters')} lead=${t('letters.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t('letters.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('when')}</th><th>${t('source')}</th><th>${t('cause')}</th><th>${t('message')}</th><th>${t('key')}</th><th class="end">${t('bytes')}</th></tr></thead>
      <tbody>${list.items.map((letter) => html`<tr key=${`${letter.topic}/${letter.kafkaPartition}/${letter.offset}`}><td><${Time} at=${letter.foundAt} /></td><td><code>${letter.sourceTopic}</code>${letter.sourceOffset !== undefined && letter.sourceOffset !== null && html` <span class="soft">${letter.sourceKafkaPartition}/${letter.sourceOffset}</span>`}</td><td><code>${letter.cause}</code></td><td>${letter.message}</td><td data-label=${t('key')}><code>${letter.key}</code></td><td class="end" data-label=${t('bytes')}>${letter.valueBytes}</td></tr>`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
  <//>`;
}
