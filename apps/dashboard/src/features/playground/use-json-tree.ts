import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { moveIn } from './json-keys';
import { membersOf } from './json-members';
import { arrayOfMore, itemsPerStep, type JsonRow, jsonRows } from './json-rows';

/** What of a body is expanded, filtered and focused, and what a key or a click changes of that. */
export function useJsonTree(value: unknown, onPick: (line: HTMLElement) => void) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstLevels(value));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [filter, setFilter] = useState('');
  const [lastFocused, setFocused] = useState('');
  const [tree, setTree] = useState<HTMLDivElement | null>(null);
  const rows = jsonRows(value, { open, shown, filter: useDeferredValue(filter.trim()) });
  const focused = rows.some(({ path }) => path === lastFocused) ? lastFocused : '';
  const isByKey = useRef(false);
  // Once the line is in the document, where it may not have been.
  useEffect(() => {
    if (isByKey.current) lineOf(lastFocused)?.focus();
    isByKey.current = false;
  });
  const lineOf = (path: string) => tree?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  const fold = (path: string, expanded: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      if (expanded) after.add(path);
      else after.delete(path);
      return after;
    });
  const act = (row: JsonRow) => {
    const line = lineOf(row.path);
    if (row.kind === 'more') {
      const array = arrayOfMore(row);
      setShown((before) => new Map(before).set(array, (before.get(array) ?? itemsPerStep) + itemsPerStep));
    } else if (row.expanded !== undefined) fold(row.path, !row.expanded);
    else if (line) onPick(line);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows.find(({ path }) => path === focused);
    if (row && row.expanded === undefined && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      return act(row);
    }
    const move = moveIn(rows, focused, event.key);
    if (!move) return;
    event.preventDefault();
    if (move.expand !== undefined) fold(focused, move.expand);
    if (move.focus === undefined) return;
    isByKey.current = true;
    setFocused(move.focus);
  };
  // A line that did not render again holds the `act` of an earlier render.
  const latestAct = useRef(act);
  useEffect(() => {
    latestAct.current = act;
  });
  return {
    rows,
    filter,
    setFilter,
    focused,
    setFocused,
    tree,
    setTree,
    act: (row: JsonRow) => latestAct.current(row),
    onKeyDown,
  };
}

function firstLevels(value: unknown): ReadonlySet<string> {
  const open = new Set(['']);
  for (const [key, child] of membersOf(value) ?? []) if (Array.isArray(child) && child.length > 0) open.add(`/${key}`);
  return open;
}
