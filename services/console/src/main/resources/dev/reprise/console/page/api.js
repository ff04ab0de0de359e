// SPDX-License-Identifier: Apache-2.0
// The way to the API. Every refusal becomes a Problem with the words of the server.

const TOKEN = 'reprise.token';

/** What the server refused, or that it could not be reached (status 0). */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.status = status;
    this.title = body.title || '';
    this.fix = body.fix || '';
    this.field = body.field || '';
    this.type = body.type || '';
    this.problems = body.problems || [];
    this.statements = body.statements || [];
  }
}

let token = sessionStorage.getItem(TOKEN);
const onSignIn = new Set();

/** Keeps a token for this tab only, or forgets it. */
export function signIn(value) {
  token = value || null;
  if (token) sessionStorage.setItem(TOKEN, token);
  else sessionStorage.removeItem(TOKEN);
  onSignIn.forEach((listener) => listener());
}
export const signedIn = () => token !== null;

/** Keeps a name with its password as the token of this tab. */
export function signInAs(name, password) {
  const bytes = new TextEncoder().encode(`${name}:${password}`);
  signIn(`Basic ${btoa(String.fromCharCode(...bytes))}`);
}

/** The ways to sign in that the server takes. */
export async function signInMethods() {
  return (await call('/auth/methods', { headers: { Accept: 'application/json' } })).body;
}

/** Ends what this tab keeps, and the session that began at a provider. */
export async function signOut(method) {
  if (method === 'SESSION') {
    const { body } = await call('/auth/sign-out', { method: 'POST', headers: headers() });
    location.assign(body.next);
  } else signIn('');
}
export function whenSigned(listener) {
  onSignIn.add(listener);
  return () => onSignIn.delete(listener);
}

export function headers(more) {
  const all = { Accept: 'application/json', ...more };
  if (token) all.Authorization = token.startsWith('Basic ') ? token : `Bearer ${token}`;
  return all;
}

/** The path of an instance or job in the API; a slash inside a part is written %252F there. */
export const keyPath = (key) => key.split('/').map(encodeURIComponent).join('/');

function address(path, params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params || {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null && each !== '') query.append(name, each);
    }
  }
  const text = query.toString();
  return `/api/v1/${path}${text ? `?${text}` : ''}`;
}

let model = null;
const onModel = new Set();

/** What the server said last of its read model: null when it is whole, else {state, lag}. */
export const readModel = () => model;

/** Calls back when that changes. */
export function whenModel(listener) {
  onModel.add(listener);
  return () => onModel.delete(listener);
}

function note(url, answer) {
  if (!answer.ok || !url.startsWith('/api/v1/')) return;
  const said = answer.headers.get('Reprise-Read-Model');
  const [state, lag] = said ? [said.split(';')[0], Number((/lag=(\d+)/.exec(said) || [])[1] || 0)] : ['', 0];
  if (model ? model.state === state && model.lag === lag : !said) return;
  model = said ? { state, lag } : null;
  onModel.forEach((listener) => listener(model));
}

async function call(url, options) {
  let answer;
  try {
    answer = await fetch(url, options);
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem(0, { title: 'unreachable', detail: '' });
  }
  note(url, answer);
  const text = await answer.text();
  let body = {};
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    body = { detail: text.slice(0, 300) };
  }
  if (!answer.ok) throw new Problem(answer.status, body);
  return { status: answer.status, body, tag: answer.headers.get('ETag') };
}

export async function get(path, params, signal) {
  return (await call(address(path, params), { headers: headers(), signal })).body;
}

/** One resource with the tag of its state. */
export const getTagged = (path) => call(address(path), { headers: headers(), cache: 'no-store' });

/** The heads that let a change through only if what was seen still holds; null: if there was nothing. */
const seen = (revision) => (revision === undefined ? {} : revision === null ? { 'If-None-Match': '*' } : { 'If-Match': revision.startsWith('"') ? revision : `"${revision}"` });

/** Asks for a change. revision: what the person saw. The key is the identity of the click: the same again is the same request. */
export async function send(method, path, { params, body, key, revision } = {}) {
  const more = { 'Idempotency-Key': key || newKey(), 'Reprise-Client': 'web', ...seen(revision) };
  if (body !== undefined) more['Content-Type'] = 'application/json';
  return call(address(path, params), {
    method,
    headers: headers(more),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
