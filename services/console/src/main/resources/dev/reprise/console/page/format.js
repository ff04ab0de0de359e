// SPDX-License-Identifier: Apache-2.0
// Times, names and marks, the same everywhere.

import { t } from './words.js';

const ZONE = 'reprise.zone';
const watchers = new Set();
let utc = localStorage.getItem(ZONE) !== 'local';

export const inUtc = () => utc;
export function showUtc(value) {
  utc = value;
  localStorage.setItem(ZONE, value ? 'utc' : 'local');
  watchers.forEach((watcher) => watcher());
}
export function whenZone(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const two = (number) => String(number).padStart(2, '0');
function parts(at) {
  return utc
    ? [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
    : [at.getFullYear(), at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
}

/** The time of day, and the day before it unless it is today. */
export function clock(text) {
  const at = new Date(text);
  const [year, month, day, hour, minute, second] = parts(at);
  const [nowYear, nowMonth, nowDay] = parts(new Date());
  const time = `${two(hour)}:${two(minute)}:${two(second)}`;
  if (year === nowYear && month === nowMonth && day === nowDay) return time;
  return `${year === nowYear ? '' : `${year}-`}${two(month)}-${two(day)} ${time}`;
}

export function full(text) {
  const [year, month, day, hour, minute, second] = parts(new Date(text));
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)} ${utc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}

/** A length of time in its largest unit. */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 90) return t('time.seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return t('time.minutes', { n: minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? t('time.hours', { n: hours }) : t('time.days', { n: Math.round(hours / 24) });
}
export function since(text) {
  const passed = Date.now() - new Date(text).getTime();
  return passed < 0 ? t('time.in', { span: span(-passed) }) : t('time.ago', { span: span(passed) });
}

/** ISO-8601 durations of the policy, such as PT30S, in words. */
export function duration(text) {
  const found = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text || '');
  if (!found) return text || '';
  const [, days, hours, minutes, seconds] = found;
  const units = [['time.days', days], ['time.hours', hours], ['time.minutes', minutes], ['time.seconds', seconds]];
  return units.filter(([, n]) => n).map(([unit, n]) => t(unit, { n })).join(' ') || t('time.seconds', { n: 0 });
}

/** A part of a job's key as a person reads it: only the slash and the percent sign are escaped there. */
export const plain = (part) => part.replace(/%2F/gi, '/').replaceAll('%25', '%');

/** Job and data partition of an instance's key, readable. */
export function split(key) {
  const [namespace, name, ...partition] = key.split('/');
  return { namespace: plain(namespace), name: plain(name), partition: partition.join('/'), job: `${namespace}/${name}` };
}

// Each status has a colour and a mark, so that neither is needed to tell it.
const MARKS = {
  IDLE: ['·', 'quiet'], RUNNING: ['▶', 'run'], SUCCEEDED: ['✓', 'ok'], SETTLING: ['◔', 'wait'],
  AWAITING_NATIVE_RETRY: ['◑', 'wait'], RECONCILING: ['◌', 'wait'], BACKING_OFF: ['◕', 'wait'], HELD: ['‖', 'wait'],
  AWAITING_APPROVAL: ['?', 'ask'], INTENDED: ['↻', 'rerun'], IN_DOUBT: ['!', 'bad'], DISPATCHED: ['↻', 'rerun'],
  RERUNNING: ['↻', 'rerun'], CLEARED: ['○', 'quiet'], CLOSED: ['–', 'quiet'], GAVE_UP: ['✕', 'bad'], UNRECOGNISED: ['•', 'quiet'],
};
export const statusMark = (status) => MARKS[status] || MARKS.UNRECOGNISED;
export const wantsAttention = (status) => status === 'GAVE_UP' || status === 'AWAITING_APPROVAL' || status === 'IN_DOUBT';

const KINDS = { rerun: ['↻', 'rerun'], shadow: ['↻', 'quiet'], wait: ['◔', 'wait'], suppress: ['∅', 'quiet'], alert: ['▲', 'bad'], resolve: ['✓', 'ok'], withdraw: ['↶', 'wait'], grant: ['→', 'ok'], refuse: ['⊘', 'ask'] };
export const kindMark = (kind) => KINDS[kind] || ['•', 'quiet'];
