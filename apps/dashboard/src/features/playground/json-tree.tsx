import { Group, TextInput } from '@mantine/core';
import { type KeyboardEvent, lazy, memo, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon';
import { moveIn } from './json-keys';
import { membersOf } from './json-members';
import { arrayOfMore, itemsPerStep, type JsonRow, jsonRows } from './json-rows';
import classes from './json-tree.module.css';
import { hopsAt } from './trail/hops';
import type { MeasuredLine } from './windowed-lines';

const WindowedLines = lazy(async () => ({ default: (await import('./windowed-lines')).WindowedLines }));

/** Of more lines only those that can be seen are in the document: thousands would hold up the page for seconds. */
const maxAtOnce = 500;

interface JsonTreeProps {
  value: unknown;
  /** A line was pressed that holds one value. */
  onPick: (line: HTMLElement) => void;
}

/** A body as a tree with the usual arrow keys, and a filter above it. The first two levels start expanded. */
export function JsonTree({ value, onPick }: JsonTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstLevels(value));
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [typed, setTyped] = useState('');
  const [focused, setFocused] = useState('');
  const [tree, setTree] = useState<HTMLDivElement | null>(null);
  const rows = jsonRows(value, { open, shown, filter: useDeferredValue(typed.trim()) });
  const reachable = rows.some(({ path }) => path === focused) ? focused : '';
  const isByKey = useRef(false);
  // Once the line is in the document, where it may not have been.
  useEffect(() => {
    if (isByKey.current) lineOf(focused)?.focus();
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
  const latestAct = useLatest(act);
  const lineFor = (row: JsonRow, measured?: MeasuredLine) => (
    <TreeLine
      key={row.path}
      {...measured}
      {...row}
      value={undefined}
      hop={row.expanded === undefined && hopsAt(value, row.path).length > 0}
      reachable={row.path === reachable}
      onFocus={setFocused}
      onAct={() => latestAct.current(row)}
    />
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows.find(({ path }) => path === reachable);
    if (row && row.expanded === undefined && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      return act(row);
    }
    const move = moveIn(rows, reachable, event.key);
    if (!move) return;
    event.preventDefault();
    if (move.expand !== undefined) fold(reachable, move.expand);
    if (move.focus === undefined) return;
    isByKey.current = true;
    setFocused(move.focus);
  };
  return (
    <>
      <TextInput
        mb="xs"
        size="xs"
        type="search"
        aria-label="Filter the response"
        placeholder="Filter: follow, 1001, private …"
        leftSection={<Icon name="search" size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed !== '' && rows.length === 1 && (
        <Group className="soft" role="status" mb="xs">
          Nothing in this response holds “{typed}”.
        </Group>
      )}
      <div ref={setTree} role="tree" aria-label="Response body" className={classes.tree} onKeyDown={onKeyDown}>
        {rows.length > maxAtOnce
          ? tree && (
              <Suspense>
                <WindowedLines
                  tree={tree}
                  paths={rows.map(({ path }) => path)}
                  focused={reachable}
                  line={(place, measured) => lineFor(rows[place] as JsonRow, measured)}
                />
              </Suspense>
            )
          : rows.map((row) => lineFor(row))}
      </div>
    </>
  );
}

/** What a callback reads, without making a line render again. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

interface TreeLineProps extends JsonRow, Partial<MeasuredLine> {
  /** There is something to ask about its value. */
  hop: boolean;
  reachable: boolean;
  onFocus: (path: string) => void;
  onAct: () => void;
}

/** A line renders only when it changes: a body has hundreds of them. */
const TreeLine = memo(
  ({ reachable, hop, onFocus, onAct, ref, 'data-index': place, ...row }: TreeLineProps) => (
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
      <span className={classes.value} data-kind={row.kind} data-hop={hop || undefined}>
        {row.text}
      </span>
    </div>
  ),
  (before, after) => {
    const names = Object.keys(after) as (keyof TreeLineProps)[];
    return names.every((name) => name === 'onAct' || before[name] === after[name]);
  },
);

function firstLevels(value: unknown): ReadonlySet<string> {
  const open = new Set(['']);
  for (const [key, child] of membersOf(value) ?? []) if (Array.isArray(child) && child.length > 0) open.add(`/${key}`);
  return open;
}
