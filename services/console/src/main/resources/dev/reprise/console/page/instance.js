// SPDX-License-Identifier: Apache-2.0
// One instance: where it stands, why, what decided, and everything that happened to it.

import { html, useState } from './preact.js';
import { keyPath } from './api.js';
import { useData, usePages } from './data.js';
import { jobAddress } from './route.js';
import { action, meaning, statusName, t, told } from './words.js';
import { split, statusMark } from './format.js';
import { Copy, Kind, Loaded, More, Owner, Page, Severity, Since, Status, Time, useTick } from './parts.js';
import { Analysis, Failure, Findings, Verdict } from './evidence.js';
import { Answer, Rerun } from './dialogs.js';
import { deliveriesOf } from './deliveries.js';

export function InstancePage({ of, may }) {
  useTick();
  const mine = (data) => data.instance === of;
  const path = `instances/${keyPath(of)}`;
  const { namespace, name, partition, job } = split(of);
  const instance = useData(path, null, { on: ['instance', 'decision', 'alert'], when: mine });
  const definition = useData(`jobs/${keyPath(job)}`, null, { on: ['jobs'] });
  const timeline = usePages(`${path}/timeline`, { limit: 200 }, { on: ['instance', 'decision', 'alert'], when: mine });
  const [dialog, setDialog] = useState(null);
  const data = instance.data;
  const proposing = data && data.status === 'AWAITING_APPROVAL' && data.openAlerts.find((alert) => alert.content.proposal === data.rerunId);
  const proposal = data && data.status === 'AWAITING_APPROVAL' && { instance: of, rerunId: data.rerunId, evidence: proposing && proposing.content.evidence };
  const buttons = data && html`<span class="buttons">
    <${Copy} text=${location.href} label=${t('copy.link')} />
    ${proposal && may('APPROVER') && html`<button type="button" onClick=${() => setDialog({ name: 'reject', proposal })}>${t('reject')}</button><button type="button" class="main" onClick=${() => setDialog({ name: 'approve', proposal })}>${t('approve')}</button>`}
    ${may('OPERATOR') && html`<button type="button" onClick=${() => setDialog({ name: 'rerun' })}>${t('rerun')}</button>`}
  </span>`;
  return html`<${Page} title=${html`<span class="soft">${namespace}/</span>${name} <span class="part">${partition === '*' ? t('whole.job') : partition}</span>`} name=${`${name} ${partition}`} tools=${buttons}>
    <${Loaded} of=${instance}>${data && html`
      <${Why} data=${data} job=${definition.data} />
      <div class="columns">
        <section class="wide" aria-labelledby="happened"><h2 id="happened">${t('timeline')}</h2>
          <p class="soft"><a href=${deliveriesOf('instance', of)}>${t('who.was.told')}</a></p>
          <${Loaded} of=${timeline} empty=${timeline.data && timeline.items.length === 0 && t('timeline.none')}>
            <ol class="timeline">${timeline.items.map((entry) => html`<${Entry} key=${`${entry.source}${entry.kafkaPartition}/${entry.offset}`} entry=${entry} />`)}</ol>
            <${More} of=${timeline} />
          <//>
        </section>
        <section aria-labelledby="job"><h2 id="job">${t('job')}</h2>
          <dl class="facts">
            <div><dt>${t('job')}</dt><dd><a href=${jobAddress(job)}>${namespace}/${name}</a></dd></div>
            <div><dt>${t('owner')}</dt><dd><${Owner} owner=${data.owner} /></dd></div>
            ${definition.data && html`<div><dt>${t('declared')}</dt><dd><${Verdict} of=${definition.data.policy.idempotency} /></dd></div>
            <div><dt>${t('reruns.used')}</dt><dd>${data.reruns} / ${definition.data.policy.maxReruns}</dd></div>`}
            ${data.attempt && html`<div><dt>${t('attempt')}</dt><dd>${data.attempt.run} #${data.attempt.number}</dd></div>`}
            <div><dt>${t('episode')}</dt><dd>${data.episode}</dd></div>
            <div><dt>${t('changed')}</dt><dd><${Time} at=${data.updatedAt} /></dd></div>
          </dl>
          ${definition.error && definition.error.status === 404 && html`<p class="note">${t('job.unknown')}</p>`}
        </section>
      </div>`}
    <//>
    ${dialog && dialog.name === 'rerun' && html`<${Rerun} instance=${of} may=${may} close=${() => setDialog(null)} />`}
    ${dialog && dialog.name !== 'rerun' && html`<${Answer} proposal=${dialog.proposal} approve=${dialog.name === 'approve'} close=${() => setDialog(null)} />`}
  <//>`;
}

/** The answer first: where it stands, the rule, what was known, the error, the line that decides. */
function Why({ data, job }) {
  const [mark, tone] = statusMark(data.status);
  const deciding = data.lastDecisions.find((decision) => decision.reason === data.reason) || data.lastDecisions[0];
  const alert = data.openAlerts[0];
  const evidence = alert && alert.content.evidence;
  const lines = alert ? alert.content.findings : [];
  const analysis = job && (job.analysis || (job.lineage && job.lineage.analysis));
  const findings = lines.length > 0 ? lines : tone === 'bad' && analysis && analysis.verdict !== 'IDEMPOTENT' ? analysis.findings.slice(0, 3) : [];
  return html`<section class="why-card ${tone}" aria-labelledby="why">
    <p class="top"><span class="status ${tone} large"><i aria-hidden="true">${mark}</i>${statusName(data.status)}</span> <span class="soft"><${Since} at=${data.updatedAt} />${data.nextAt && html` · ${t('next.look')} <${Time} at=${data.nextAt} />`}</span></p>
    <h2 id="why">${data.reason ? meaning(data.reason, data.meaning) : deciding ? meaning(deciding.reason, deciding.meaning) : t('why.nothing')}</h2>
    ${deciding && html`<p>${told(deciding.statements, deciding.detail)}</p>`}
    ${evidence && html`<h3>${t('the.error')}</h3><${Failure} of=${evidence} />`}
    ${findings.length > 0 && html`<h3>${t('the.line')}</h3><${Findings} of=${findings} />`}
    ${alert && html`<p class="soft">${t('told.by')} <${Severity} severity=${alert.severity} /> <a href="/alerts">${meaning(alert.kind, alert.meaning)}</a></p>`}
  </section>`;
}

/** One thing that happened; a decision opens its rule trace. */
function Entry({ entry }) {
  const { record } = entry;
  const at = html`<${Time} at=${entry.at} />`;
  if (entry.source === 'decision') {
    const { decision } = record;
    return html`<li class="entry decision"><details><summary>${at}<${Kind} kind=${decision.kind} /><span>${meaning(decision.reason, entry.meaning)} ${record.before !== record.after && html`<span class="soft">${statusName(record.before)} → ${statusName(record.after)}</span>`}</span></summary>
      <${Trace} record=${record} entry=${entry} /></details></li>`;
  }
  if (entry.source === 'audit') {
    return html`<li class="entry audit"><div class="summary">${at}<span class="status ask"><i aria-hidden="true">☑</i>${t('source.audit')}</span><span><b>${record.actor}</b> ${action(record.action)}${record.reason && html` — “${record.reason}”`} <span class="soft">${t(`via.${record.via}`)}</span></span></div></li>`;
  }
  if (entry.source === 'notification') {
    const tone = { SENT: 'quiet', RETRYING: 'ask' }[record.outcome] || 'bad';
    return html`<li class="entry notification"><div class="summary">${at}<span class="status ${tone}"><i aria-hidden="true">✉</i>${t('source.notification')}</span><span><b>${record.channel}</b> ${t(`${record.outcome === 'SENT' ? 'told' : 'to.tell'}.${record.told}`)} · ${t(`outcome.${record.outcome}`)} ${record.detail && html`<span class="soft">${told(record.statements, record.detail)}</span>`}</span></div></li>`;
  }
  const type = entry.type.split('.').slice(-2)[0];
  return html`<li class="entry dispatch"><details><summary>${at}<span class="status rerun"><i aria-hidden="true">→</i>${t('source.dispatch')}</span><span>${t(`dispatch.${type}`)} <code class="soft">${record.rerunId}</code></span></summary><pre class="output">${JSON.stringify(record, null, 2)}</pre></details></li>`;
}

/** All that a decision rested on. */
function Trace({ record, entry }) {
  const { cause, decision } = record;
  const rows = [
    ['trace.rule', html`<code>${decision.reason}</code>`],
    ['trace.cause', html`<code>${cause.type}</code>${cause.topic ? html` <span class="soft">${cause.topic} ${cause.kafkaPartition}/${cause.offset}</span>` : ''}`],
    ['attempt', record.attempt && `${record.attempt.run} #${record.attempt.number}`],
    ['trace.class', record.failureClass && html`${t(`class.${record.failureClass}`)} ${record.failureRule && html`<code class="soft">${record.failureRule}</code>`}`],
    ['trace.signature', record.signature && html`<code>${record.signature}</code>`],
    ['trace.policy', html`<code>${record.policyVersion}</code>`],
    ['trace.generation', `${record.generation} · ${t('episode')} ${record.episode}`],
    ['trace.status', html`<${Status} status=${record.before} /> → <${Status} status=${record.after} />`],
    ['trace.place', `decisions ${entry.kafkaPartition}/${entry.offset}`],
  ].filter(([, value]) => value);
  return html`<div class="trace"><p>${told(record.statements, record.detail)}</p><dl class="facts">${rows.map(([label, value]) => html`<div><dt>${t(label)}</dt><dd>${value}</dd></div>`)}</dl>
    <details><summary class="soft">${t('raw')}</summary><pre class="output" tabindex="0">${JSON.stringify(record, null, 2)}</pre></details></div>`;
}
