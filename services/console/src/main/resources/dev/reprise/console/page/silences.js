// SPDX-License-Identifier: Apache-2.0
// What is hidden for a while, and why.

import { html, useEffect, useState } from './preact.js';
import { send } from './api.js';
import { usePages } from './data.js';
import { filter } from './route.js';
import { count, t } from './words.js';
import { Instance, Loaded, More, Page, Time, useCalm, useTick } from './parts.js';
import { Act } from './dialogs.js';

const MARKS = { active: ['◐', 'ask'], pending: ['…', 'quiet'], ended: ['✓', 'quiet'] };
const LENGTHS = ['30m', '1h', '2h', '4h', '8h', '24h', '7d'];
const lines = (text) => text.split('\n').map((line) => line.trim()).filter(Boolean);
/** The address of a new silence: of a kind of alert of a job. */
export const silenceAddress = (alert) => `/silences?new=${encodeURIComponent(`job="${alert.instance.split('/').slice(0, 2).join('/')}"\nkind="${alert.kind}"`)}`;

export function Silences({ query, may }) {
  useTick();
  const list = usePages('silences', { limit: 100 }, { on: ['silences'] });
  const wanted = query.get('new');
  const [dialog, setDialog] = useState(null);
  const shown = wanted !== null && may('OPERATOR') ? { name: 'add', matchers: wanted } : dialog;
  const close = () => {
    setDialog(null);
    filter({ new: '' });
    list.reload();
  };
  const order = { active: 0, pending: 1, ended: 2 };
  const items = [...list.items].sort((one, other) => order[one.state] - order[other.state] || other.endsAt.localeCompare(one.endsAt));
  const tools = may('OPERATOR') && html`<button type="button" class="main" onClick=${() => setDialog({ name: 'add', matchers: '' })}>${t('silence.add')}</button>`;
  return html`<${Page} title=${t('nav.silences')} tools=${tools} lead=${t('silences.lead')}>
    <${Loaded} of=${list} empty=${list.data && items.length === 0 && t('silences.none')}>
      <div class="scroll"><table class="stack"><thead><tr><th>${t('state')}</th><th>${t('matchers')}</th><th>${t('reason')}</th><th>${t('by')}</th><th>${t('until')}</th><th></th></tr></thead>
      <tbody>${items.map((each) => html`<tr key=${each.id} class=${each.state === 'ended' ? 'over' : ''}>
        <td><span class="status ${MARKS[each.state][1]}"><i aria-hidden="true">${MARKS[each.state][0]}</i>${t(`silence.${each.state}`)}</span></td>
        <td>${each.matchers.map((matcher) => html`<code class="matcher">${matcher}</code> `)}</td><td>${each.reason}</td><td>${each.actor} <span class="soft"><${Time} at=${each.startsAt} /></span></td><td data-label=${t('until')}><${Time} at=${each.endsAt} /></td>
        <td class="end">${may('OPERATOR') && each.state !== 'ended' && html`<button type="button" onClick=${() => setDialog({ name: 'end', silence: each })}>${t('silence.end')}</button>`}</td></tr>`)}</tbody></table></div>
      <${More} of=${list} />
    <//>
    ${shown && shown.name === 'add' && html`<${Add} matchers=${shown.matchers} close=${close} />`}
    ${shown && shown.name === 'end' && html`<${Act} title=${t('silence.end.title')} confirm=${t('silence.end')} danger close=${close}
      submit=${(reason, key) => send('DELETE', `silences/${encodeURIComponent(shown.silence.id)}`, { params: { reason }, key, revision: shown.silence.endsAt })}
      stale=${list.reload} standing=${html`<${Ended} of=${list.items.find((each) => each.id === shown.silence.id)} />`}>
      <p>${shown.silence.matchers.map((matcher) => html`<code class="matcher">${matcher}</code> `)}</p><p>${t('silence.end.effect')}</p><${Hides} matchers=${shown.silence.matchers} /><//>`}
  <//>`;
}

/** How a silence stands now. */
function Ended({ of }) {
  return of ? html`<p><b>${t(`silence.${of.state}`)}</b> ${t('until')} <${Time} at=${of.endsAt} /></p>` : null;
}

function Add({ matchers, close }) {
  const [text, setText] = useState(matchers);
  const [lasts, setLasts] = useState('2h');
  const [seen, setSeen] = useState(null);
  const body = { matchers: lines(text), lasts };
  const submit = (reason, key) => send('POST', 'silences', { key, body: { ...body, reason } });
  return html`<${Act} title=${t('silence.add.title')} confirm=${t('silence.confirm')} danger ready=${body.matchers.length > 0 && seen} submit=${submit} close=${close}>
    <label>${t('matchers')} <span class="soft">${t('matchers.hint')}</span><textarea required rows="3" spellcheck="false" data-matchers value=${text} placeholder=${'owner="billing"'} onInput=${(event) => setText(event.target.value)}></textarea></label>
    <label>${t('silence.lasts')}<select value=${lasts} onChange=${(event) => setLasts(event.target.value)}>${LENGTHS.map((each) => html`<option value=${each}>${t(`lasts.${each}`)}</option>`)}</select></label>
    <${Hides} matchers=${body.matchers} onSeen=${setSeen} />
    <p class="soft">${t('silence.effect')}</p>
  <//>`;
}

/** What matchers hide now. */
function Hides({ matchers, onSeen = () => {} }) {
  const calm = useCalm(matchers.join('\n'));
  const [state, setState] = useState({});
  useEffect(() => {
    let gone = false;
    setState({});
    onSeen(null);
    if (!calm) return undefined;
    send('POST', 'silences/preview', { body: { matchers: calm.split('\n'), lasts: '1h' } })
      .then(({ body }) => {
        if (gone) return;
        setState({ body });
        onSeen(body);
      })
      .catch((error) => !gone && setState({ error }));
    return () => {
      gone = true;
    };
  }, [calm]);
  if (state.error) return html`<p class="refused" role="alert">${state.error.message} ${state.error.fix && html`<span class="soft">${state.error.fix}</span>`}</p>`;
  if (!state.body) return html`<p class="plan">${calm ? '…' : t('silence.nothing')}</p>`;
  return html`<div class="plan" role="status"><p><b>${count('silence.hides', state.body.hides)}</b> <span class="soft">${count('silence.open', state.body.open)}</span></p>
    <ul>${state.body.examples.slice(0, 6).map((key) => html`<li key=${key}>${key.split('/').length > 3 ? html`<${Instance} of=${key.slice(key.indexOf('/') + 1)} /> <code class="soft">${key.slice(0, key.indexOf('/'))}</code>` : html`<code>${key}</code>`}</li>`)}</ul></div>`;
}
