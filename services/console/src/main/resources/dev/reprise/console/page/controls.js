// SPDX-License-Identifier: Apache-2.0
// Pauses and freezes.

import { html, useState } from './preact.js';
import { send } from './api.js';
import { useData, usePages } from './data.js';
import { count, t } from './words.js';
import { Loaded, More, Page, Time, useTick } from './parts.js';
import { Act } from './dialogs.js';

const KINDS = ['PAUSE', 'FREEZE'];
const LENGTHS = [['', 'until.lifted'], ['1', 'hours.1'], ['4', 'hours.4'], ['12', 'hours.12'], ['24', 'hours.24']];

export function Controls({ may }) {
  useTick();
  const list = usePages('controls', { limit: 100 }, { on: ['controls'] });
  const [dialog, setDialog] = useState(null);
  const close = () => {
    setDialog(null);
    list.reload();
  };
  const now = Date.now();
  const active = (control) => !control.until || new Date(control.until) > now;
  const tools = may('OPERATOR') && html`<button type="button" class="main" onClick=${() => setDialog({ name: 'set' })}>${t('control.set')}</button>`;
  return html`<${Page} title=${t('nav.controls')} tools=${tools} lead=${t('controls.lead')}>
    <${Loaded} of=${list} empty=${list.data && list.items.length === 0 && t('controls.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('scope')}</th><th>${t('kind')}</th><th>${t('reason')}</th><th>${t('by')}</th><th>${t('until')}</th><th></th></tr></thead>
      <tbody>${list.items.map((control) => html`<tr key=${control.scope} class=${active(control) ? '' : 'over'}>
        <td><b>${control.scope === '*' ? t('scope.all') : control.scope}</b></td><td><span class="status ${active(control) ? (control.kind === 'FREEZE' ? 'bad' : 'ask') : 'quiet'}"><i aria-hidden="true">${control.kind === 'FREEZE' ? '✱' : '‖'}</i>${t(`control.${control.kind}`)}</span></td>
        <td>${control.reason}</td><td>${control.actor} <span class="soft"><${Time} at=${control.from} /></span></td><td data-label=${t('until')}>${control.until ? html`<${Time} at=${control.until} />${!active(control) ? ` ${t('control.over')}` : ''}` : t('until.lifted')}</td>
        <td class="end">${may('OPERATOR') && html`<button type="button" onClick=${() => setDialog({ name: 'lift', control })}>${t('control.lift')}</button>`}</td></tr>`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
    ${dialog && dialog.name === 'set' && html`<${SetControl} controls=${list.data && !list.more ? list.items : null} reload=${list.reload} close=${close} />`}
    ${dialog && dialog.name === 'lift' && html`<${Act} title=${t('control.lift.title')} confirm=${t('control.lift')} danger close=${close}
      submit=${(reason, key) => send('DELETE', 'controls', { params: { scope: dialog.control.scope, reason }, key, revision: dialog.control.from })}
      stale=${list.reload} standing=${html`<${Held} of=${list.items.find((each) => each.scope === dialog.control.scope)} />`}><p><b>${dialog.control.scope}</b> — ${t('control.lift.effect')}</p><${Covered} scope=${dialog.control.scope} /><//>`}
  <//>`;
}

/** What holds under a scope now. */
function Held({ of }) {
  if (!of) return html`<p>${t('control.nothing')}</p>`;
  return html`<p><b>${t(`control.${of.kind}`)}</b> ${of.reason} <span class="soft">${of.actor}, <${Time} at=${of.from} /></span></p>`;
}

function SetControl({ controls, reload, close }) {
  // What was seen when the dialog was opened; what is not known in full is not held against anybody.
  const [known] = useState(controls);
  const [scope, setScope] = useState('*');
  const [kind, setKind] = useState('PAUSE');
  const [hours, setHours] = useState('');
  const now = controls && controls.find((each) => each.scope === scope.trim());
  const before = known && known.find((each) => each.scope === scope.trim());
  const submit = (reason, key) => send('PUT', 'controls', {
    key,
    revision: known ? (before ? before.from : null) : undefined,
    body: { scope: scope.trim(), kind, reason, ...(hours && { until: new Date(Date.now() + Number(hours) * 3_600_000).toISOString() }) },
  });
  return html`<${Act} title=${t('control.set')} confirm=${t(`control.${kind}`)} danger ready=${scope.trim() !== ''} stale=${reload} standing=${html`<${Held} of=${now} />`} submit=${submit} close=${close}>
    <label>${t('scope')} <span class="soft">${t('scope.hint')}</span><input required maxlength="1024" value=${scope} onInput=${(event) => setScope(event.target.value)} /></label>
    <label>${t('kind')}<select value=${kind} onChange=${(event) => setKind(event.target.value)}>${KINDS.map((each) => html`<option value=${each}>${t(`control.${each}`)}</option>`)}</select></label>
    <p class="soft">${t(`control.${kind}.effect`)}</p>
    <label>${t('until')}<select value=${hours} onChange=${(event) => setHours(event.target.value)}>${LENGTHS.map(([value, text]) => html`<option value=${value}>${t(text)}</option>`)}</select></label>
    <${Covered} scope=${scope.trim()} />
  <//>`;
}

/** How many jobs a scope covers, as far as instances are known. */
function Covered({ scope }) {
  const [namespace, name] = scope.split('/');
  const grid = useData(scope && name === undefined ? 'grid' : null, scope === '*' ? { limit: 1, columns: 1 } : { namespace, limit: 1, columns: 1 });
  if (!scope || name !== undefined) return null;
  return html`<p class="plan">${grid.data ? count('control.covers', grid.data.jobs) : '…'}</p>`;
}
