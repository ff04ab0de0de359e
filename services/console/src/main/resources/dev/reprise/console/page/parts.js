// SPDX-License-Identifier: Apache-2.0
// What all pages are made of.

import { html, useEffect, useReducer, useState } from './preact.js';
import { readModel, whenModel } from './api.js';
import { instanceAddress, jobAddress } from './route.js';
import { count, statusName, t, whenSpoken } from './words.js';
import { clock, full, kindMark, plain, since, split, statusMark, whenZone } from './format.js';

/** Draws again when the language or the zone changes. */
export function useSettings() {
  const [, again] = useReducer((number) => number + 1, 0);
  useEffect(() => {
    const stops = [whenSpoken(again), whenZone(again)];
    return () => stops.forEach((stop) => stop());
  }, []);
}

/** A clock for what says how long ago it was. */
export function useTick(every = 15_000) {
  const [, tick] = useReducer((number) => number + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, every);
    return () => clearInterval(timer);
  }, []);
}

/** How whole the read model is; null when it is. */
export function useModel() {
  const [state, setState] = useState(readModel);
  useEffect(() => whenModel(setState), []);
  return state;
}

/** What stands where there is nothing: while not all has been read, that says nothing. */
export function Empty({ children }) {
  return html`<p class="empty">${useModel() ? t('filling.empty') : children}</p>`;
}

/** Above every page while not all has been read: an empty page must not look like a calm night. */
function Filling() {
  const model = useModel();
  if (!model) return null;
  const what = { stopped: () => t('filling.stopped'), 'topics-missing': () => t('filling.missing') }[model.state];
  return html`<p class="stale filling" role="status"><i aria-hidden="true">◌</i> <b>${what ? what() : model.lag > 0 ? count('filling.left', model.lag) : t('filling')}</b> ${t(model.state === 'stopped' ? 'filling.old' : 'filling.part')} <a href="/system">${t('nav.system')}</a></p>`;
}

/** A value that follows another when that has been still for a moment. */
export function useCalm(value, milliseconds = 250) {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
}

export const Time = ({ at }) => html`<time datetime=${at} title=${full(at)}>${clock(at)}</time>`;
export const Since = ({ at }) => html`<time datetime=${at} title=${full(at)}>${since(at)}</time>`;

export function Status({ status, bare }) {
  const [mark, tone] = statusMark(status);
  return html`<span class="status ${tone}" title=${bare ? statusName(status) : undefined}><i aria-hidden="true">${mark}</i>${bare ? html`<span class="hidden">${statusName(status)}</span>` : statusName(status)}</span>`;
}

export function Kind({ kind }) {
  const [mark, tone] = kindMark(kind);
  return html`<span class="status ${tone}"><i aria-hidden="true">${mark}</i>${t(`kind.${kind}`)}</span>`;
}

export function Severity({ severity }) {
  const tone = severity === 'CRITICAL' ? 'bad' : severity === 'WARNING' ? 'ask' : 'quiet';
  return html`<span class="status ${tone}"><i aria-hidden="true">${severity === 'INFO' ? 'i' : '▲'}</i>${t(`severity.${severity}`)}</span>`;
}

/** An instance by its name, as a link. */
export function Instance({ of, short }) {
  const { namespace, name, partition } = split(of);
  return html`<a class="name" href=${instanceAddress(of)}>${short ? '' : html`<span class="soft">${namespace}/</span>`}<b>${name}</b> <span class="part">${partition === '*' ? t('whole.job') : partition}</span></a>`;
}

export function Job({ of }) {
  const [namespace, name] = of.split('/').map(plain);
  return html`<a class="name" href=${jobAddress(of)}><span class="soft">${namespace}/</span><b>${name}</b></a>`;
}

export const Owner = ({ owner }) => (owner ? html`<span class="owner">${owner.link && /^https?:/.test(owner.link) ? html`<a href=${owner.link}>${owner.name}</a>` : owner.name}</span>` : html`<span class="soft">${t('owner.none')}</span>`);

/** What a page says while it has nothing to show, and above what it still shows when it could not ask anew. */
export function Loaded({ of, empty, children }) {
  if (of.error && !of.data) return html`<${Failed} error=${of.error} retry=${of.reload} />`;
  if (!of.data) return html`<p class="note" role="status">${t('loading')}</p>`;
  return html`
    ${of.error && html`<p class="stale" role="alert">${t('stale')} ${of.error.message} <button type="button" onClick=${of.reload}>${t('retry')}</button></p>`}
    ${empty ? html`<${Empty}>${empty}<//>` : children}`;
}

export function Failed({ error, retry }) {
  return html`<div class="failed" role="alert">
    <h2>${error.status === 0 ? t('error.unreachable') : error.status === 404 ? t('error.missing') : error.status === 403 ? t('error.forbidden') : t('error.failed')}</h2>
    <p>${error.message}</p>
    ${error.fix && html`<p class="soft">${error.fix}</p>`}
    ${retry && html`<button type="button" onClick=${retry}>${t('retry')}</button>`}
  </div>`;
}

export const More = ({ of }) => (of.more ? html`<p class="more"><button type="button" disabled=${of.busy} onClick=${of.more}>${t('more')}</button></p>` : null);

/** name: the title as text, where it is more than text on the page. */
export function Page({ title, name = title, count: number, lead, tools, children }) {
  useEffect(() => {
    document.title = `${name} · Reprise`;
  }, [name]);
  return html`<main id="main" tabindex="-1">
    <${Filling} />
    <header class="page"><h1>${title}${number !== undefined && number !== null ? html` <span class="count">${number}</span>` : ''}</h1>${tools}</header>
    ${lead && html`<p class="lead">${lead}</p>`}
    ${children}
  </main>`;
}

/** One of a few, as buttons that look pressed. */
export function Choice({ label, value, options, onChange }) {
  return html`<div class="choice" role="group" aria-label=${label}>${options.map(([key, text]) => html`<button type="button" aria-pressed=${String(key === value)} onClick=${() => onChange(key)}>${text}</button>`)}</div>`;
}

export function Search({ value, onInput, label }) {
  return html`<input type="search" class="search" data-search value=${value} placeholder=${label} aria-label=${label} onInput=${(event) => onInput(event.target.value)} />`;
}

/** Something counted. */
export const Counted = ({ of, n }) => html`<span>${count(of, n)}</span>`;

export const Copy = ({ text, label }) => {
  const [done, setDone] = useState(false);
  if (!navigator.clipboard) return null;
  return html`<button type="button" class="plain" onClick=${() => navigator.clipboard.writeText(text).then(() => { setDone(true); setTimeout(() => setDone(false), 1500); })}>${done ? t('copied') : label}</button>`;
};
