// SPDX-License-Identifier: Apache-2.0
// The keyboard: g and a letter goes somewhere, / searches, ? tells. No key alone changes anything.

import { go } from './route.js';

export const PLACES = [
  ['o', '/', 'nav.overview'], ['g', '/grid', 'nav.grid'], ['i', '/instances', 'nav.instances'], ['a', '/approvals', 'nav.approvals'],
  ['l', '/alerts', 'nav.alerts'], ['t', '/deliveries', 'nav.deliveries'], ['z', '/silences', 'nav.silences'], ['b', '/subscriptions', 'nav.subscriptions'],
  ['s', '/storms', 'nav.storms'], ['j', '/jobs', 'nav.jobs'], ['c', '/controls', 'nav.controls'],
  ['u', '/audit', 'nav.audit'], ['d', '/dead-letters', 'nav.letters'], ['y', '/system', 'nav.system'],
];

let waiting = 0;

export function start(showSheet) {
  document.addEventListener('keydown', (event) => {
    const at = event.target;
    if (event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (at.matches('input, textarea, select, [contenteditable]')) {
      if (event.key === 'Escape') at.blur();
      return;
    }
    if (waiting) {
      clearTimeout(waiting);
      waiting = 0;
      const place = PLACES.find(([key]) => key === event.key);
      if (place) {
        event.preventDefault();
        event.stopPropagation();
        go(place[1]);
      }
      return;
    }
    if (event.key === 'g') waiting = setTimeout(() => { waiting = 0; }, 1200);
    else if (event.key === '?') showSheet();
    else if (event.key === '/') {
      event.preventDefault();
      const field = document.querySelector('main [data-search]');
      if (field) field.focus();
      else go('/instances');
    } else if ((event.key === 'n' || event.key === 'N') && !document.querySelector('[role=grid]')) step(event.key === 'n' ? 1 : -1);
  }, true);
}

/** To the next thing of the page that wants a person. */
function step(direction) {
  const all = [...document.querySelectorAll('main [data-problem] a.name')];
  if (!all.length) return;
  const now = all.indexOf(document.activeElement);
  const next = all[(now + direction + all.length) % all.length];
  next.focus();
  next.scrollIntoView({ block: 'center' });
}
