// SPDX-License-Identifier: Apache-2.0
// The frame of all pages: where one is, whether what is shown is fresh, who one is.

import { html, render, useEffect, useErrorBoundary, useRef, useState } from './preact.js';
import { signedIn, signIn, signInAs, signInMethods, signOut } from './api.js';
import { useData } from './data.js';
import * as live from './live.js';
import * as route from './route.js';
import * as keys from './keys.js';
import { currentLanguage, languages, speak, t } from './words.js';
import { inUtc, showUtc, span } from './format.js';
import { Failed, useModel, useSettings, useTick } from './parts.js';
import { Overview } from './overview.js';
import { Grid } from './grid.js';
import { InstancePage } from './instance.js';
import { Instances } from './instances.js';
import { Approvals } from './approvals.js';
import { Alerts } from './alerts.js';
import { Deliveries } from './deliveries.js';
import { Silences } from './silences.js';
import { Subscriptions } from './subscriptions.js';
import { Storms } from './storms.js';
import { JobPage, Jobs } from './jobs.js';
import { Controls } from './controls.js';
import { Audit, DeadLetters } from './records.js';
import { System } from './system.js';

const ROLES = ['VIEWER', 'OPERATOR', 'APPROVER', 'ADMIN'];
const THEME = 'reprise.theme';
const FILLING = 2000;
const PAGES = { '/': Overview, '/grid': Grid, '/instances': Instances, '/approvals': Approvals, '/alerts': Alerts, '/deliveries': Deliveries, '/silences': Silences, '/subscriptions': Subscriptions, '/storms': Storms, '/jobs': Jobs, '/controls': Controls, '/audit': Audit, '/dead-letters': DeadLetters, '/system': System };

function useLive() {
  const [state, setState] = useState(live.liveState);
  useEffect(() => live.watch(setState), []);
  return state;
}

function Dot() {
  useTick(5000);
  const state = useLive();
  const stale = state.name === 'down';
  return html`<span class="live ${state.name}" role="status" title=${t(`live.${state.name}.title`)}><i aria-hidden="true">${stale ? '○' : '●'}</i>${t(`live.${state.name}`)}${stale ? ` ${span(Date.now() - state.since)}` : ''}</span>`;
}

function theme(value) {
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  localStorage.setItem(THEME, value);
}

function Settings() {
  const [shade, setShade] = useState(localStorage.getItem(THEME) || '');
  return html`<div class="settings">
    <button type="button" class="plain" aria-pressed=${String(inUtc())} title=${t('zone.title')} onClick=${() => showUtc(!inUtc())}>${inUtc() ? 'UTC' : t('zone.local')}</button>
    <label><span class="hidden">${t('language')}</span><select value=${currentLanguage()} onChange=${(event) => speak(event.target.value)}>${Object.entries(languages).map(([key, name]) => html`<option value=${key}>${name}</option>`)}</select></label>
    <label><span class="hidden">${t('theme')}</span><select value=${shade} onChange=${(event) => { theme(event.target.value); setShade(event.target.value); }}><option value="">${t('theme.auto')}</option><option value="light">${t('theme.light')}</option><option value="dark">${t('theme.dark')}</option></select></label>
  </div>`;
}

function Navigation({ path, figures, me }) {
  // On a phone the pages stand in one line, longer than the window.
  useEffect(() => {
    const here = document.querySelector('nav [aria-current]');
    if (here) here.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [path]);
  const data = figures.data;
  const numbers = data && { '/approvals': data.statuses.AWAITING_APPROVAL, '/alerts': data.firing, '/storms': data.storms, '/controls': data.activeControls, '/dead-letters': data.deadLetters };
  return html`<nav aria-label=${t('navigation')}>
    <a class="brand" href="/"><i aria-hidden="true">↻</i> Reprise</a>
    <ul>${keys.PLACES.map(([key, address, label]) => {
      const here = address === '/' ? path === '/' : path === address || path.startsWith(`${address}/`);
      const number = numbers && numbers[address];
      return html`<li key=${address}><a href=${address} aria-current=${here ? 'page' : undefined} title=${`g ${key}`}>${t(label)}${number ? html` <span class="count">${number}</span>` : ''}</a></li>`;
    })}</ul>
    <div class="foot"><${Dot} /><${Settings} />
      <p class="who">${me ? html`<span title=${me.roles.map((role) => t(`role.${role}`)).join(', ')}>${me.name}</span>` : ''}${(signedIn() || (me && me.method === 'SESSION')) && html` <button type="button" class="plain" onClick=${() => signOut(me && me.method)}>${t('sign.out')}</button>`} <button type="button" class="plain" title=${t('keys.title')} onClick=${() => dispatchEvent(new Event('sheet'))}>?</button></p></div>
  </nav>`;
}

function SignIn({ error }) {
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [methods, setMethods] = useState({ token: true });
  useEffect(() => {
    signInMethods().then(setMethods, () => {});
  }, []);
  const refused = signedIn() && html`<p class="refused" role="alert">${error.message}</p>`;
  return html`<main id="main" class="sign"><h1>Reprise</h1><p>${t('sign.lead')}</p>${refused}
    ${methods.provider && html`<p class="buttons"><a class="main" href=${`/auth/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`}>${t('sign.provider')}</a></p>`}
    ${methods.token && html`<form class="token" onSubmit=${(event) => { event.preventDefault(); signIn(token.trim()); }}>
      <label>${t('sign.token')}<input name="token" type="password" autocomplete="off" required value=${token} onInput=${(event) => setToken(event.target.value)} /></label>
      <div class="buttons"><button type="submit" class="main">${t('sign.in')}</button></div></form>`}
    ${methods.password && html`<form class="password" onSubmit=${(event) => { event.preventDefault(); signInAs(name.trim(), password); }}>
      <label>${t('sign.name')}<input name="name" autocomplete="username" required value=${name} onInput=${(event) => setName(event.target.value)} /></label>
      <label>${t('sign.password')}<input name="password" type="password" autocomplete="current-password" required value=${password} onInput=${(event) => setPassword(event.target.value)} /></label>
      <div class="buttons"><button type="submit" class="main">${t('sign.in')}</button></div></form>`}</main>`;
}

function Sheet({ close }) {
  useEffect(() => {
    document.querySelector('#sheet').showModal();
  }, []);
  const rows = [['/', t('keys.search')], ['n  N', t('keys.problem')], ['↑↓←→ hjkl', t('keys.grid')], ['Enter', t('keys.open')], ['Esc', t('keys.leave')], ...keys.PLACES.map(([key, , label]) => [`g ${key}`, t(label)])];
  return html`<dialog id="sheet" aria-label=${t('keys.title')} onClose=${close}><h2>${t('keys.title')}</h2><dl class="keys">${rows.map(([key, text]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${text}</dd></div>`)}</dl>
    <form method="dialog" class="buttons"><button class="main">${t('close')}</button></form></dialog>`;
}

function App() {
  useSettings();
  const { path, query } = route.useRoute();
  const [sheet, setSheet] = useState(false);
  const me = useData('me');
  const known = Boolean(me.data);
  const figures = useData(known ? 'overview' : null, null, { on: ['instance', 'alert', 'decision', 'acknowledgements', 'storms', 'controls', 'dead-letters'] });
  const model = useModel();
  const wasPart = useRef(false);
  useEffect(() => {
    // While it is filled somebody has to ask how far it is; once it is whole, everything is asked anew.
    if (wasPart.current && !model) live.again();
    wasPart.current = Boolean(model);
    if (!model) return undefined;
    const timer = setInterval(figures.reload, FILLING);
    return () => clearInterval(timer);
  }, [Boolean(model), figures.reload]);
  const [broken, mend] = useErrorBoundary();
  useEffect(() => {
    const show = () => setSheet(true);
    addEventListener('sheet', show);
    keys.start(show);
    return () => removeEventListener('sheet', show);
  }, []);
  useEffect(() => {
    if (known) live.start();
  }, [known]);
  useEffect(() => mend(), [path]);
  if (!me.data && !me.error) return html`<p class="boot">Reprise …</p>`;
  if (me.error && me.error.status === 401) return html`<${SignIn} error=${me.error} />`;
  const may = (role) => Boolean(me.data) && me.data.roles.some((own) => ROLES.indexOf(own) >= ROLES.indexOf(role));
  const instance = route.keyOf(path, '/instances/');
  const job = route.keyOf(path, '/jobs/');
  const Shown = PAGES[path];
  let page;
  if (broken) page = html`<main id="main"><${Failed} error=${broken} retry=${mend} /></main>`;
  else if (instance && instance.split('/').length > 2) page = html`<${InstancePage} key=${instance} of=${instance} may=${may} />`;
  else if (job && job.split('/').length === 2) page = html`<${JobPage} key=${job} of=${job} may=${may} />`;
  else if (Shown) page = html`<${Shown} key=${path} query=${query} may=${may} />`;
  else page = html`<main id="main"><div class="failed"><h1>${t('error.missing')}</h1><p>${path}</p><p><a href="/">${t('nav.overview')}</a></p></div></main>`;
  return html`<a class="skip" href="#main">${t('skip')}</a><${Navigation} path=${path} figures=${figures} me=${me.data} />${page}${sheet && html`<${Sheet} close=${() => setSheet(false)} />`}`;
}

speak(currentLanguage());
theme(localStorage.getItem(THEME) || '');
route.start();
const root = document.querySelector('#app');
root.textContent = '';
render(html`<${App} />`, root);
