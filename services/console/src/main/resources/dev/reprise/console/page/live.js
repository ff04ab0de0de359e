// SPDX-License-Identifier: Apache-2.0
// One stream of server-sent events for the tab, read with fetch, since an EventSource cannot carry a token.

import { headers, whenSigned } from './api.js';

const SILENCE = 40_000; // the server says something every 15 s
const HIDDEN = 10_000; // a browser gives six connections to a server: a tab that nobody sees takes none
const listeners = new Set();
const watchers = new Set();
let state = { name: 'connecting', since: Date.now() };
let lastId = '';
let controller = null;
let pause = 1000;
let retry = 0;
let hide = 0;
let started = false;

export const liveState = () => state;

/** Calls back with (event, data) for each event; answers how to stop. */
export function listen(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Lets everything be asked anew. */
export const again = () => tell('resync', {});

/** Calls back when the connection changes. */
export function watch(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

function become(name) {
  if (state.name === name) return;
  state = { name, since: Date.now() };
  watchers.forEach((watcher) => watcher(state));
}

function tell(event, data) {
  listeners.forEach((listener) => listener(event, data));
}

async function connect() {
  clearTimeout(retry);
  if (controller) controller.abort();
  const mine = new AbortController();
  controller = mine;
  let silence = 0;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => mine.abort(), SILENCE);
  };
  try {
    heard();
    const more = { Accept: 'text/event-stream' };
    if (lastId) more['Last-Event-ID'] = lastId;
    const answer = await fetch('/api/v1/stream', { headers: headers(more), signal: mine.signal, cache: 'no-store' });
    if (!answer.ok) throw new Error(String(answer.status));
    const missed = state.name === 'down';
    become('live');
    if (missed) tell('resync', {});
    pause = 1000;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      heard();
      const frames = (rest + value).split('\n\n');
      rest = frames.pop();
      frames.forEach(take);
    }
  } catch {
    // told below: a stream that ends and one that never began are the same to the reader
  } finally {
    clearTimeout(silence);
  }
  if (controller === mine) {
    become('down');
    retry = setTimeout(connect, pause);
    pause = Math.min(pause * 2, 15_000);
  }
}

function take(frame) {
  let event = '';
  const data = [];
  for (const line of frame.split('\n')) {
    if (line.startsWith('id: ')) lastId = line.slice(4);
    else if (line.startsWith('event: ')) event = line.slice(7);
    else if (line.startsWith('data: ')) data.push(line.slice(6));
  }
  if (!event) return;
  const said = JSON.parse(data.join('\n') || '{}');
  // Of a list that changed only its name is told; pages listen for the name.
  if (event === 'changed') tell(said.list, {});
  else tell(event, said);
}

function rest() {
  const mine = controller;
  controller = null;
  if (mine) mine.abort();
  become('paused');
}

/** Begins, once; not before it is known who is calling. */
export function start() {
  if (started) return;
  started = true;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hide);
    if (document.hidden) hide = setTimeout(rest, HIDDEN);
    else if (!controller) {
      connect();
      tell('resync', {});
    }
  });
  whenSigned(connect);
  if (document.hidden) become('paused');
  else connect();
}
