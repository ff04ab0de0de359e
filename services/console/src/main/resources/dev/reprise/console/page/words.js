// SPDX-License-Identifier: Apache-2.0
// The language of the page. Names, codes and what people wrote stay as they are.

import en from './en.js';
import zh from './zh.js';

const LANGUAGE = 'reprise.language';
const catalogs = { en, zh };
const watchers = new Set();
let language = localStorage.getItem(LANGUAGE) || ((navigator.language || '').startsWith('zh') ? 'zh' : 'en');

export const languages = { en: 'English', zh: '中文' };
export const currentLanguage = () => language;

export function speak(value) {
  language = catalogs[value] ? value : 'en';
  localStorage.setItem(LANGUAGE, language);
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  watchers.forEach((watcher) => watcher());
}
export function whenSpoken(watcher) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** The text of a key, with {name} replaced; the English one where a catalog has none. */
export function t(key, values) {
  const text = catalogs[language].texts[key] ?? en.texts[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all)) : text;
}

/** A number of things: the key with .one for a single one. */
export function count(key, number, values) {
  const one = `${key}.one`;
  return t(number === 1 && en.texts[one] ? one : key, { n: figure(number), ...values });
}

export const figure = (number) => new Intl.NumberFormat(language === 'zh' ? 'zh-CN' : 'en').format(number);
export const statusName = (status) => catalogs[language].statuses[status] || en.statuses[status] || status;
/** What somebody did, of the audit: its code where there is no word for it. */
export function action(code) {
  const key = `action.${code.startsWith('refused.') ? 'refused' : code}`;
  return en.texts[key] ? t(key) : code;
}
const PLACE = /\{(\w+)(?::(\w+))?\}/g;

/** A wording with its values; what stands in brackets is left out where a value in it is missing. */
function say(wording, values) {
  const { reasons } = catalogs[language];
  const forms = { meaning: (code) => reasons[code] || code, clause: (code) => (reasons[code] || code).replace(/。$/, '') };
  return wording
    .replace(/\[([^[\]]*)\]/g, (all, part) => ([...part.matchAll(PLACE)].every(([, name]) => name in values) ? part : ''))
    .replace(PLACE, (all, name, form) => (form ? forms[form](values[name]) : values[name]) ?? '');
}

/** What was known, in the language of the page: its statements, or English as the record says it. */
export function told(statements, english) {
  const { wordings } = catalogs[language];
  const known = statements && statements.length > 0 && statements.every((each) => wordings[each.wording]);
  return known ? statements.map((each) => say(wordings[each.wording], each.values)).join('') : english || '';
}

/** What a reason means; English is what the server says. */
export const meaning = (reason, english) => (language === 'en' ? english : catalogs[language].reasons[reason]) || english || reason || '';
