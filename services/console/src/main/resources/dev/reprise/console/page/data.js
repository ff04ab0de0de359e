// SPDX-License-Identifier: Apache-2.0
// What a page shows: asked once, asked again when something has happened, and kept when it cannot be had anew.

import { useCallback, useEffect, useRef, useState } from './preact.js';
import { get, whenSigned } from './api.js';
import { listen } from './live.js';

const CALM = 400; // however much happens, a page asks no more often; an event is to be seen within a second

/**
 * Asks the API for something and keeps it fresh.
 * path: null asks nothing. on: which live events make it stale; (data) => boolean may narrow them.
 */
export function useData(path, params, { on = [], when } = {}) {
  const address = path && JSON.stringify([path, params || {}]);
  const [state, setState] = useState({ data: null, error: null, address: null });
  const again = useRef(0);
  const asking = useRef(null);
  const last = useRef(0);

  const ask = useCallback(async () => {
    if (!path) return;
    if (asking.current) asking.current.abort();
    const mine = new AbortController();
    asking.current = mine;
    last.current = Date.now();
    try {
      const data = await get(path, params, mine.signal);
      setState({ data, error: null, address });
    } catch (error) {
      if (error.name !== 'AbortError') {
        setState((before) => ({ data: before.address === address ? before.data : null, error, address }));
      }
    }
  }, [address]);

  useEffect(() => {
    ask();
    return () => asking.current && asking.current.abort();
  }, [ask]);
  useEffect(() => whenSigned(ask), [ask]);
  useEffect(() => {
    const soon = () => {
      if (!again.current) {
        again.current = setTimeout(() => {
          again.current = 0;
          ask();
        }, Math.max(50, last.current + CALM - Date.now()));
      }
    };
    const stop = listen((event, data) => {
      if (event === 'resync' || (on.includes(event) && (!when || when(data)))) soon();
    });
    return () => {
      stop();
      clearTimeout(again.current);
      again.current = 0;
    };
  }, [ask, on.join()]);

  const current = state.address === address;
  return { data: current ? state.data : null, error: current ? state.error : null, loading: !current, reload: ask };
}

/** A list that is asked for page by page. */
export function usePages(path, params, options) {
  const first = useData(path, params, options);
  const [more, setMore] = useState({ of: null, items: [], next: null, busy: false, error: null });
  const fresh = more.of === first.data;
  const next = fresh ? more.next : first.data && first.data.next;
  const load = async () => {
    const of = first.data;
    const before = fresh ? more.items : [];
    setMore({ of, items: before, next, busy: true, error: null });
    try {
      const page = await get(path, { ...params, cursor: next });
      setMore({ of, items: [...before, ...page.items], next: page.next || null, busy: false, error: null });
    } catch (error) {
      setMore({ of, items: before, next, busy: false, error });
    }
  };
  const items = first.data ? [...first.data.items, ...(fresh ? more.items : [])] : [];
  return { ...first, items, more: next ? load : null, busy: fresh && more.busy, error: first.error || (fresh ? more.error : null) };
}
