// SPDX-License-Identifier: Apache-2.0
// Addresses: paths without a hash, filters in the query, so that every view can be sent to somebody.

import { useEffect, useState } from './preact.js';

const watchers = new Set();

function here() {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

function changed() {
  watchers.forEach((watcher) => watcher(here()));
}

export function go(address, { replace = false } = {}) {
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  if (!replace) scrollTo(0, 0);
  changed();
}

/** Sets or removes filters of the address, without a step in the history for each key stroke. */
export function filter(changes) {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const text = query.toString();
  go(location.pathname + (text ? `?${text}` : ''), { replace: true });
}

export function useRoute() {
  const [route, setRoute] = useState(here);
  useEffect(() => {
    watchers.add(setRoute);
    return () => watchers.delete(setRoute);
  }, []);
  return route;
}

const readable = (part) => encodeURIComponent(part).replaceAll('%3D', '=').replaceAll('%3A', ':').replaceAll('%2C', ',');
export const instanceAddress = (key) => `/instances/${key.split('/').map(readable).join('/')}`;
export const jobAddress = (key) => `/jobs/${key.split('/').map(readable).join('/')}`;
/** The key that an address names, or null. */
export function keyOf(path, prefix) {
  if (!path.startsWith(prefix) || path.length === prefix.length) return null;
  try {
    // In a key a slash inside a namespace or name is escaped; an address may hold it escaped once or twice.
    return path.slice(prefix.length).split('/').map(decodeURIComponent)
      .map((part, at) => (at < 2 ? part.replaceAll('/', '%2F') : part)).join('/');
  } catch {
    return null;
  }
}

/** Links of the page stay in the page; with a modifier the browser does what it always does. */
export function start() {
  addEventListener('popstate', changed);
  document.addEventListener('click', (event) => {
    const link = event.target.closest && event.target.closest('a[href]');
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.target || /^\/(api|auth)\//.test(link.pathname) || link.pathname === '/metrics') return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
