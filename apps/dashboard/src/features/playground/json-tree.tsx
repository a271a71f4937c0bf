import { MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import { Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { referencesAt } from './history/references';
import { moveIn } from './json-keys';
import { membersOf } from './json-members';
import { arrayOfMore, itemsPerStep, type JsonRow, jsonRows } from './json-rows';
import classes from './json-tree.module.css';
import { type MeasuredLine, WindowedLines } from './windowed-lines';

/** Longer trees are virtualised: thousands of rows block the page for seconds. */
const maxAtOnce = 500;

interface JsonTreeProps {
  value: unknown;
  onPick: (line: HTMLElement) => void;
}

export function JsonTree({ value, onPick }: JsonTreeProps) {
  const { rows, filter, setFilter, focused, setFocused, tree, setTree, act, onKeyDown } = useJsonTree(value, onPick);
  const lineFor = (row: JsonRow, measured?: MeasuredLine) => (
    <TreeLine
      key={row.path}
      {...measured}
      {...row}
      value={undefined}
      reference={row.expanded === undefined && referencesAt(value, row.path).length > 0}
      reachable={row.path === focused}
      onFocus={setFocused}
      onAct={() => act(row)}
    />
  );
  return (
    <>
      <TextInput
        mb="xs"
        size="xs"
        type="search"
        aria-label="Filter the response"
        placeholder="Filter: follow, 1001, private …"
        leftSection={<MagnifyingGlassIcon width={15} />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {filter !== '' && rows.length === 1 && (
        <Group className="soft" role="status" mb="xs">
          Nothing in this response contains “{filter}”.
        </Group>
      )}
      <div ref={setTree} role="tree" aria-label="Response body" className={classes.tree} onKeyDown={onKeyDown}>
        {rows.length > maxAtOnce
          ? tree && (
              <WindowedLines
                tree={tree}
                paths={rows.map(({ path }) => path)}
                focused={focused}
                line={(place, measured) => lineFor(rows[place] as JsonRow, measured)}
              />
            )
          : rows.map((row) => lineFor(row))}
      </div>
    </>
  );
}

interface TreeLineProps extends JsonRow, Partial<MeasuredLine> {
  reference: boolean;
  reachable: boolean;
  onFocus: (path: string) => void;
  onAct: () => void;
}

/** Memoised: a body has hundreds of rows. */
const TreeLine = memo(
  ({ reachable, reference, onFocus, onAct, ref, 'data-index': place, ...row }: TreeLineProps) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself listens to the keyboard
    <div
      ref={ref}
      data-index={place}
      role="treeitem"
      aria-level={row.level}
      aria-expanded={row.expanded}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={reachable}
      tabIndex={reachable ? 0 : -1}
      data-path={row.path}
      data-kind={row.kind}
      data-ends-identity={row.endsIdentity || undefined}
      className={classes.line}
      style={{ paddingLeft: `${(row.level - 1) * 1.125 + 1.25}rem` }}
      onFocus={() => onFocus(row.path)}
      onClick={onAct}
    >
      {row.name !== '' && <span className="soft">{row.name}: </span>}
      <span className={classes.value} data-kind={row.kind} data-reference={reference || undefined}>
        {row.text}
      </span>
    </div>
  ),
  (before, after) => {
    const names = Object.keys(after) as (keyof TreeLineProps)[];
    return names.every((name) => name === 'onAct' || before[name] === after[name]);
  },
);

function useJsonTree(value: unknown, onPick: (line: HTMLElement) => void) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstLevels(value));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [filter, setFilter] = useState('');
  const [lastFocused, setFocused] = useState('');
  const [tree, setTree] = useState<HTMLDivElement | null>(null);
  const rows = jsonRows(value, { open, shown, filter: useDeferredValue(filter.trim()) });
  const focused = rows.some(({ path }) => path === lastFocused) ? lastFocused : '';
  const isByKey = useRef(false);
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
  // A memoised row holds the `act` of an earlier render.
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
