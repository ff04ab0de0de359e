// SPDX-License-Identifier: Apache-2.0
// Why a job may or may not be repeated, and what is known of a failure.

import { html } from './preact.js';
import { t } from './words.js';
import { Time } from './parts.js';

const VERDICTS = { IDEMPOTENT: ['✓', 'ok'], CONDITIONAL: ['◑', 'ask'], NOT_IDEMPOTENT: ['✕', 'bad'], UNKNOWN: ['?', 'ask'] };

export function Verdict({ of }) {
  const [mark, tone] = VERDICTS[of] || VERDICTS.UNKNOWN;
  return html`<span class="status ${tone}"><i aria-hidden="true">${mark}</i>${t(`verdict.${of}`)}</span>`;
}

/** The lines of a definition that decide, each marked under its file and number. */
export function Findings({ of }) {
  return html`<ol class="findings">${of.map((finding) => html`<li key=${finding.rule + finding.place}>
    <p class="where"><code class="rule">${finding.rule}</code> <span class="soft">${finding.place}</span></p>
    ${finding.excerpt && html`<pre class="line" tabindex="0"><span class="gutter">${lineOf(finding.place)}</span><mark>${finding.excerpt}</mark></pre>`}
    <p>${finding.message}</p>
    ${finding.fix && html`<p class="fix"><b>${t('fix')}</b> ${finding.fix}</p>`}
  </li>`)}</ol>`;
}

const lineOf = (place) => (/:(\d+)(?::\d+)?$/.exec(place) || ['', '▸'])[1];

/** What analysis says of a definition. */
export function Analysis({ of, from }) {
  return html`<div class="analysis">
    <p><${Verdict} of=${of.verdict} /> <span class="soft">${t('analysis.of')}</span> <code>${of.definition}</code> <span class="soft">${from} · <${Time} at=${of.analysedAt} /></span></p>
    ${of.verdict !== 'IDEMPOTENT' && html`<p class="soft">${t('analysis.halves')} ${t('after.failure')} <b>${t(`verdict.${of.afterFailure}`)}</b> · ${t('after.success')} <b>${t(`verdict.${of.afterSuccess}`)}</b></p>`}
    ${of.conditions.length > 0 && html`<ul class="conditions">${of.conditions.map((condition) => html`<li>${condition}</li>`)}</ul>`}
    ${of.findings.length > 0 && html`<${Findings} of=${of.findings} />`}
  </div>`;
}

/** The error itself. */
export function Failure({ of }) {
  return html`<div class="failure">
    <p class="error">${of.message}</p>
    <p class="soft">${[of.type, of.code, of.exitCode !== undefined && of.exitCode !== null && t('exit.code', { n: of.exitCode })].filter(Boolean).join(' · ')}
      ${of.logUrl && /^https?:/.test(of.logUrl) && html` <a href=${of.logUrl} target="_blank" rel="noopener noreferrer">${t('log')}</a>`}</p>
    ${of.outputTail && html`<details><summary>${t('output')}</summary><pre class="output" tabindex="0">${of.outputTail}</pre></details>`}
  </div>`;
}
