// SPDX-License-Identifier: Apache-2.0
// Jobs against data partitions. Only the rows in sight are in the document, a row is drawn anew only when one of its own
// letters changes, and neighbours that stand alike are one element: 180,000 instances scroll like 180.

import { Component, html, useCallback, useEffect, useMemo, useReducer, useRef, useState } from './preact.js';
import { get } from './api.js';
import { listen } from './live.js';
import { filter, go, instanceAddress, jobAddress } from './route.js';
import { count, figure, statusName, t } from './words.js';
import { plain, statusMark, wantsAttention } from './format.js';
import { Choice, Empty, Failed, Page, Search, useCalm } from './parts.js';

const ROW = 26;
const COLUMN = 26;
const SPARE = 8;
const PAGE = 200;
const WIDTHS = ['14', '31', '90'];
const A = 'a'.charCodeAt(0);

/** The pages of the grid, loaded one behind the other as they come into sight. */
function useGrid(params) {
  const [, draw] = useReducer((number) => number + 1, 0);
  const state = useRef({ rows: [], head: null, next: null, error: null, busy: false, run: 0 });
  const key = JSON.stringify(params);
  const load = useCallback(async (fresh) => {
    const own = state.current;
    if (own.busy && !fresh) return;
    const run = fresh ? (own.run += 1) : own.run;
    own.busy = true;
    try {
      const page = await get('grid', { ...params, limit: PAGE, cursor: fresh ? undefined : own.next });
      if (run !== own.run) return;
      own.rows = fresh ? page.items : [...own.rows, ...page.items];
      own.index = new Map(own.rows.map((row, at) => [row.job, at]));
      if (fresh) {
        own.head = page;
        own.column = new Map(page.partitions.map((partition, at) => [partition, at]));
      }
      own.next = page.next || null;
      own.error = null;
    } catch (error) {
      if (run !== own.run) return;
      own.error = error;
    }
    own.busy = false;
    draw();
  }, [key]);
  useEffect(() => {
    load(true);
  }, [load]);
  useEffect(() => {
    let frame = 0;
    let drawn = 0;
    let again = 0;
    const stop = listen((event, data) => {
      const own = state.current;
      if (event === 'resync') load(true);
      if (event !== 'instance' || !own.head) return;
      const row = own.index.get(data.job);
      const column = own.column.get(data.partition);
      if (row === undefined || column === undefined) {
        // a new job or a new day: the whole is asked anew, but not for each of them
        again ||= setTimeout(() => {
          again = 0;
          load(true);
        }, 3000);
        return;
      }
      const { states } = own.rows[row];
      const letter = String.fromCharCode(A + own.head.legend.indexOf(data.status));
      if (states[column] === letter) return;
      own.rows[row] = { ...own.rows[row], states: states.slice(0, column) + letter + states.slice(column + 1) };
      // At once after a calm moment, four times a second at most: what has changed is to be seen, not waited for.
      frame ||= setTimeout(() => {
        frame = 0;
        drawn = performance.now();
        draw();
      }, Math.max(0, drawn + 250 - performance.now()));
    });
    return () => {
      stop();
      clearTimeout(frame);
      clearTimeout(again);
    };
  }, [load]);
  return { ...state.current, load };
}

export function Grid({ query }) {
  const [text, setText] = useState(query.get('q') || '');
  const calm = useCalm(text);
  const columns = WIDTHS.includes(query.get('columns')) ? query.get('columns') : '31';
  const sort = query.get('sort') === 'name' ? 'name' : 'trouble';
  useEffect(() => {
    if (calm !== (query.get('q') || '')) filter({ q: calm.trim() });
  }, [calm]);
  const params = { columns, sort };
  for (const name of ['q', 'namespace', 'owner', 'prefix', 'before', 'status']) if (query.get(name)) params[name] = query.get(name);
  const grid = useGrid(params);
  const { head } = grid;
  const tools = html`<div class="filters">
    <${Search} value=${text} onInput=${setText} label=${t('search.jobs')} />
    <${Choice} label=${t('grid.sort')} value=${sort} options=${[['trouble', t('grid.trouble')], ['name', t('grid.name')]]} onChange=${(value) => filter({ sort: value === 'name' ? 'name' : '' })} />
    <${Choice} label=${t('grid.columns')} value=${columns} options=${WIDTHS.map((each) => [each, each])} onChange=${(value) => filter({ columns: value === '31' ? '' : value })} />
  </div>`;
  return html`<${Page} title=${t('nav.grid')} tools=${tools}>
    ${grid.error && !head ? html`<${Failed} error=${grid.error} retry=${() => grid.load(true)} />` : !head ? html`<p class="note" role="status">${t('loading')}</p>`
      : grid.rows.length === 0 ? html`<${Empty}>${t(query.get('q') ? 'jobs.no-match' : 'grid.none')}<//>` : html`
      ${grid.error && html`<p class="stale" role="alert">${t('stale')} ${grid.error.message}</p>`}
      <p class="gridline"><span>${count('grid.jobs', head.jobs)} · ${count('grid.partitions', head.partitions.length)}</span>
        <span class="buttons">${head.earlier && html`<button type="button" onClick=${() => filter({ before: head.partitions[0] })}>← ${t('grid.earlier')}</button>`}${query.get('before') && html`<button type="button" onClick=${() => filter({ before: '' })}>${t('grid.latest')} →</button>`}</span></p>
      <${Sheet} rows=${grid.rows} head=${head} more=${grid.next && (() => grid.load(false))} />
      <${Legend} head=${head} rows=${grid.rows} />`}
  <//>`;
}

function Legend({ head, rows }) {
  const present = useMemo(() => {
    const letters = new Set();
    for (const row of rows) for (const letter of row.states) letters.add(letter);
    return head.legend.filter((status, at) => letters.has(String.fromCharCode(A + at)));
  }, [head, rows.length]);
  return html`<ul class="legend">${present.map((status) => html`<li><span class="status ${statusMark(status)[1]}"><i aria-hidden="true">${statusMark(status)[0]}</i>${statusName(status)}</span></li>`)}</ul>`;
}

function Sheet({ rows, head, more }) {
  const box = useRef(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [at, setAt] = useState({ row: 0, column: head.partitions.length - 1, asked: false });
  useEffect(() => {
    const measure = () => box.current && setView((before) => ({ ...before, height: box.current.clientHeight }));
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, []);
  useEffect(() => {
    setAt((before) => ({ ...before, column: Math.min(before.column, head.partitions.length - 1) }));
    if (box.current) box.current.scrollLeft = box.current.scrollWidth;
  }, [head]);
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  useEffect(() => {
    if (more && last >= rows.length - SPARE) more();
  }, [last, rows.length]);
  const status = (row, column) => head.legend[rows[row].states.charCodeAt(column) - A];
  const open = (row, column) => {
    if (status(row, column)) go(instanceAddress(`${rows[row].job}/${head.partitions[column]}`));
  };
  const show = (row, column) => {
    setAt({ row, column, asked: true });
    const top = row * ROW;
    const element = box.current;
    const room = element.clientHeight - ROW * 2;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + room) element.scrollTop = top - room;
  };
  const trouble = (direction) => {
    const width = head.partitions.length;
    const all = rows.length * width;
    for (let step = 1; step <= all; step += 1) {
      const cell = (at.row * width + at.column + direction * step + all) % all;
      const row = Math.floor(cell / width);
      if (wantsAttention(status(row, cell % width))) {
        show(row, cell % width);
        return;
      }
    }
  };
  const key = (event) => {
    const moves = { ArrowUp: [-1, 0], k: [-1, 0], ArrowDown: [1, 0], j: [1, 0], ArrowLeft: [0, -1], h: [0, -1], ArrowRight: [0, 1], l: [0, 1], PageUp: [-20, 0], PageDown: [20, 0] };
    const move = moves[event.key];
    if (move) show(Math.min(rows.length - 1, Math.max(0, at.row + move[0])), Math.min(head.partitions.length - 1, Math.max(0, at.column + move[1])));
    else if (event.key === 'Enter') open(at.row, at.column);
    else if (event.key === 'n') trouble(1);
    else if (event.key === 'N') trouble(-1);
    else return;
    event.preventDefault();
  };
  const click = (event) => {
    const cell = event.target.closest('[data-column]');
    if (cell) open(Number(cell.parentNode.dataset.row), columnUnder(event, cell));
  };
  const point = (event) => {
    const cell = event.target.closest('[data-column]');
    if (!cell) return;
    const column = columnUnder(event, cell);
    const name = status(Number(cell.parentNode.dataset.row), column);
    const title = name ? `${head.partitions[column]}: ${statusName(name)}` : '';
    if (cell.title !== title) cell.title = title;
  };
  const shown = [];
  for (let row = first; row < last; row += 1) {
    shown.push(html`<${Row} key=${rows[row].job} row=${row} of=${rows[row]} legend=${head.legend} partitions=${head.partitions} focus=${at.asked && at.row === row ? at.column : -1} />`);
  }
  const focused = rows[at.row] && status(at.row, at.column);
  return html`<div class="sheet" style=${{ height: `${rows.length * ROW + 64}px` }} ref=${box} onScroll=${(event) => setView({ top: event.target.scrollTop, height: event.target.clientHeight })}>
    <div role="grid" tabindex="0" aria-label=${t('nav.grid')} aria-rowcount=${rows.length + 1} aria-colcount=${head.partitions.length + 1}
    aria-activedescendant=${at.asked && at.row >= first && at.row < last ? `cell-${at.row}-${at.column}` : undefined} onKeyDown=${key} onClick=${click} onMouseMove=${point}>
    <div class="heads" role="row"><span class="jobname" role="columnheader">${t('job')}</span>${head.partitions.map((partition, column) => html`<span role="columnheader" key=${partition} class=${at.asked && column === at.column ? 'here' : ''} title=${partition}><${Head} of=${partition} first=${column === 0} /></span>`)}</div>
    <div class="rows" role="presentation" style=${{ height: `${rows.length * ROW}px` }}><div role="presentation" style=${{ transform: `translateY(${first * ROW}px)` }}>${shown}</div></div>
    </div>
    <p class="here-is" role="status">${at.asked && rows[at.row] ? html`<b>${plain(rows[at.row].job)}</b> ${head.partitions[at.column]} — ${focused ? statusName(focused) : t('grid.nothing')}` : t('grid.keys')}</p>
  </div>`;
}

/** A column in little room: of a date the day, and the month over the first of each. */
function Head({ of, first }) {
  const value = of.split('/').map((part) => part.slice(part.indexOf('=') + 1)).join('/');
  const date = /^\d{4}-(\d\d)-(\d\d)$/.exec(value);
  if (!date) return html`<b>${value.slice(-4)}</b>`;
  return html`${(first || date[2] === '01') && html`<i>${date[1]}-</i>`}<b>${date[2]}</b>`;
}

/** Which column the pointer is over in an element that stands for several. */
function columnUnder(event, cell) {
  const within = Math.floor((event.clientX - cell.getBoundingClientRect().left) / COLUMN);
  return Number(cell.dataset.column) + Math.min(Number(cell.ariaColSpan) - 1, Math.max(0, within));
}

/** Neighbours with one letter, as [column, how many]; the cell that has the focus stands alone. */
function runs(states, length, focus) {
  const all = [];
  for (let column = 0; column < length; column += 1) {
    if (column > 0 && states[column] === states[column - 1] && column !== focus && column - 1 !== focus) all.at(-1)[1] += 1;
    else all.push([column, 1]);
  }
  return all;
}

const advances = new Map();

/** How wide a mark is drawn, so that each stands in the middle of its own column. */
function advance(mark) {
  if (!advances.has(mark)) {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = `700 12px ${getComputedStyle(document.documentElement).fontFamily}`;
    advances.set(mark, pen.measureText(mark).width);
  }
  return advances.get(mark);
}

/** One job. Drawn again only when something in it differs. */
class Row extends Component {
  shouldComponentUpdate(next) {
    const now = this.props;
    return next.of !== now.of || next.focus !== now.focus || next.row !== now.row || next.partitions !== now.partitions;
  }

  render({ row, of, legend, partitions, focus }) {
    return html`<div class="row" role="row" aria-rowindex=${row + 2} data-row=${row}>
      <a class="jobname" role="rowheader" href=${jobAddress(of.job)} tabindex="-1" title=${plain(of.job)}><span class="clip">${plain(of.job.split('/')[1])}</span>${of.trouble > 0 && html`<span class="count" title=${t('grid.wants')}>${figure(of.trouble)}</span>`}</a>
      ${runs(of.states, partitions.length, focus).map(([column, width]) => {
        const status = legend[of.states.charCodeAt(column) - A];
        const [mark, tone] = status ? statusMark(status) : [' ', 'none'];
        const gap = COLUMN - advance(mark);
        return html`<span role="gridcell" id=${`cell-${row}-${column}`} data-column=${column} aria-colindex=${column + 2} aria-colspan=${width} class=${`cell ${tone}${focus === column ? ' focus' : ''}`} style=${{ width: `${width * COLUMN}px`, letterSpacing: `${gap}px`, textIndent: `${gap / 2}px` }} aria-label=${status ? statusName(status) : t('grid.nothing')}>${status ? mark.repeat(width) : ''}</span>`;
      })}
    </div>`;
  }
}
