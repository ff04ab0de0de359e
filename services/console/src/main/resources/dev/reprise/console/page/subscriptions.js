// SPDX-License-Identifier: Apache-2.0
// Which alerts are told to whom, as people changed it while everything runs; what a rule would have sent.

import { html, useEffect, useState } from './preact.js';
import { send } from './api.js';
import { usePages } from './data.js';
import { count, figure, t } from './words.js';
import { Loaded, More, Page, Time, useCalm } from './parts.js';
import { Act } from './dialogs.js';

const FORM = { name: '', match: '', receivers: '', groupBy: 'job, kind', groupWait: '30s', groupInterval: '5m', repeatInterval: '4h' };
const list = (text, by) => text.split(by).map((each) => each.trim()).filter(Boolean);
/** PT1H30M as a person writes it: 1h30m. */
const short = (iso) => iso.replace(/^P(?:(\d+)D)?T?/, (all, days) => (days ? `${days}d` : '')).toLowerCase() || '0s';

export function Subscriptions({ may }) {
  const rules = usePages('subscriptions', { limit: 100 }, { on: ['subscriptions'] });
  const [dialog, setDialog] = useState(null);
  const close = () => {
    setDialog(null);
    rules.reload();
  };
  const tools = may('OPERATOR') && html`<button type="button" class="main" onClick=${() => setDialog({ name: 'edit', form: FORM })}>${t('subscription.add')}</button>`;
  return html`<${Page} title=${t('nav.subscriptions')} tools=${tools} lead=${t('subscriptions.lead')}>
    <${Loaded} of=${rules} empty=${rules.data && rules.items.length === 0 && t('subscriptions.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('name')}</th><th>${t('matchers')}</th><th>${t('receivers')}</th><th>${t('grouping')}</th><th>${t('changed')}</th><th></th></tr></thead>
      <tbody>${rules.items.map((rule) => html`<tr key=${rule.name}><td><b>${rule.name}</b>${rule.owner && html`<br /><span class="soft">${rule.owner}</span>`}</td>
        <td>${rule.match.length === 0 ? t('matchers.all') : rule.match.map((matcher) => html`<code class="matcher">${matcher}</code> `)}</td><td data-label=${t('receivers')}>${rule.receivers.join(', ')}${rule.fallback && html`<br /><span class="soft">${t('fallback', { name: rule.fallback })}</span>`}</td>
        <td data-label=${t('grouping')}><span class="soft">${rule.groupBy.join(', ')} · ${short(rule.groupWait)} / ${short(rule.groupInterval)} / ${short(rule.repeatInterval)}</span></td><td data-label=${t('changed')}>${rule.updatedBy} <span class="soft"><${Time} at=${rule.updatedAt} /></span></td>
        <td class="end">${may('OPERATOR') && html`<span class="buttons"><button type="button" onClick=${() => setDialog({ name: 'edit', of: rule, form: { name: rule.name, match: rule.match.join('\n'), receivers: rule.receivers.join(', '), groupBy: rule.groupBy.join(', '), groupWait: short(rule.groupWait), groupInterval: short(rule.groupInterval), repeatInterval: short(rule.repeatInterval) } })}>${t('change')}</button><button type="button" onClick=${() => setDialog({ name: 'remove', of: rule })}>${t('remove')}</button></span>`}</td></tr>`)}</tbody></table></div>
      <${More} of=${rules} />
    <//>
    ${dialog && dialog.name === 'edit' && html`<${Edit} of=${dialog.of} rules=${rules} first=${dialog.form} close=${close} />`}
    ${dialog && dialog.name === 'remove' && html`<${Act} title=${t('subscription.remove.title')} confirm=${t('remove.confirm')} danger close=${close}
      submit=${(reason, key) => send('DELETE', `subscriptions/${encodeURIComponent(dialog.of.name)}`, { params: { reason }, key, revision: dialog.of.updatedAt })}
      stale=${rules.reload} standing=${html`<${Changed} of=${rules.items.find((each) => each.name === dialog.of.name)} />`}><p><b>${dialog.of.name}</b> — ${t('subscription.remove.effect')}</p><//>`}
  <//>`;
}

/** Who changed a subscription last. */
function Changed({ of }) {
  return of ? html`<p><b>${of.name}</b> ${of.receivers.join(', ')} <span class="soft">${of.updatedBy}, <${Time} at=${of.updatedAt} /></span></p>` : html`<p>${t('subscription.gone')}</p>`;
}

function Edit({ of, rules, first, close }) {
  const [form, setForm] = useState(first);
  const [seen, setSeen] = useState(null);
  const set = (name) => (event) => setForm({ ...form, [name]: event.target.value });
  const body = {
    // What the form does not show stays as it is.
    ...(of && of.owner && { owner: of.owner }), ...(of && of.fallback && { fallback: of.fallback }),
    match: list(form.match, '\n'), receivers: list(form.receivers, ','), groupBy: list(form.groupBy, ','),
    groupWait: form.groupWait.trim(), groupInterval: form.groupInterval.trim(), repeatInterval: form.repeatInterval.trim(),
    ...(of && of.quietHours && { quietHours: of.quietHours }), ...(of && of.escalation && of.escalation.length > 0 && { escalation: of.escalation.map((step) => ({ ...step, after: short(step.after) })) }),
  };
  const submit = (reason, key) => send('PUT', `subscriptions/${encodeURIComponent(form.name.trim())}`, { key, body, revision: of ? of.updatedAt : null });
  const now = rules.items.find((each) => each.name === form.name.trim());
  return html`<${Act} stale=${rules.reload} standing=${html`<${Changed} of=${now} />`} title=${t(of ? 'subscription.change.title' : 'subscription.add.title')} confirm=${t('save')} unexplained ready=${form.name.trim() && body.receivers.length > 0 && seen} submit=${submit} close=${close}>
    <label>${t('name')}<input required maxlength="256" readonly=${Boolean(of)} value=${form.name} onInput=${set('name')} /></label>
    <label>${t('matchers')} <span class="soft">${t('matchers.hint.all')}</span><textarea rows="2" spellcheck="false" value=${form.match} placeholder=${'severity="critical"'} onInput=${set('match')}></textarea></label>
    <label>${t('receivers')} <span class="soft">${t('receivers.hint')}</span><input required value=${form.receivers} onInput=${set('receivers')} /></label>
    <fieldset class="fields"><label>${t('group.by')}<input value=${form.groupBy} onInput=${set('groupBy')} /></label><label>${t('group.wait')}<input value=${form.groupWait} onInput=${set('groupWait')} /></label><label>${t('group.interval')}<input value=${form.groupInterval} onInput=${set('groupInterval')} /></label><label>${t('repeat.interval')}<input value=${form.repeatInterval} onInput=${set('repeatInterval')} /></label></fieldset>
    <${Trial} name=${form.name.trim() || 'new'} body=${body} onSeen=${setSeen} />
  <//>`;
}

/** What the rule would have sent in the last seven days. */
function Trial({ name, body, onSeen }) {
  const calm = useCalm(JSON.stringify(body), 400);
  const [state, setState] = useState({});
  useEffect(() => {
    let gone = false;
    setState({});
    onSeen(null);
    const asked = JSON.parse(calm);
    if (asked.receivers.length === 0) return undefined;
    send('POST', `subscriptions/${encodeURIComponent(name)}/trial`, { params: { since: '7d' }, body: asked })
      .then((answer) => {
        if (gone) return;
        setState({ trial: answer.body });
        onSeen(answer.body);
      })
      .catch((error) => !gone && setState({ error }));
    return () => {
      gone = true;
    };
  }, [calm]);
  if (state.error) return html`<p class="refused" role="alert">${state.error.message} ${state.error.fix && html`<span class="soft">${state.error.fix}</span>`}</p>`;
  if (!state.trial) return html`<p class="plan">${body.receivers.length === 0 ? t('trial.nothing') : '…'}</p>`;
  return html`<div class="plan" role="status"><p><b>${t('trial.sent', { messages: figure(state.trial.messages), alerts: figure(state.trial.alerts) })}</b></p>
    <ul>${state.trial.sample.slice(0, 5).map((each) => html`<li key=${`${each.at}${each.receiver}`}><${Time} at=${each.at} /> <b>${each.receiver}</b> ${t(`page.${each.reason}`)} <span class="soft">${each.first}</span></li>`)}${state.trial.messages > 5 ? html`<li class="soft">${count('and.more', state.trial.messages - 5)}</li>` : ''}</ul></div>`;
}
