import { type KeyboardEvent, useRef, useState } from 'react';
import { moveIn } from './json-keys';
import { type JsonRow, jsonRows } from './json-rows';
import classes from './json-tree.module.css';

/** A body as a tree with the usual arrow keys. The first two levels start expanded. */
export function JsonTree({ value }: { value: unknown }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstLevels(value));
  const [focused, setFocused] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  const rows = jsonRows(value, open);
  const fold = (path: string, expanded: boolean) =>
    setOpen((before) => {
      const after = new Set(before);
      if (expanded) after.add(path);
      else after.delete(path);
      return after;
    });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveIn(rows, focused, event.key);
    if (!move) return;
    event.preventDefault();
    if (move.expand !== undefined) fold(focused, move.expand);
    if (move.focus !== undefined) {
      setFocused(move.focus);
      tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(move.focus)}"]`)?.focus();
    }
  };
  return (
    <div ref={tree} role="tree" aria-label="Response body" className={classes.tree} onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <TreeLine
          key={row.path}
          row={row}
          reachable={row.path === focused}
          onFocus={() => setFocused(row.path)}
          onToggle={() => row.expanded !== undefined && fold(row.path, !row.expanded)}
        />
      ))}
    </div>
  );
}

interface TreeLineProps {
  row: JsonRow;
  reachable: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

function TreeLine({ row, reachable, onFocus, onToggle }: TreeLineProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself listens to the keyboard
    <div
      role="treeitem"
      aria-level={row.level}
      aria-expanded={row.expanded}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={reachable}
      tabIndex={reachable ? 0 : -1}
      data-path={row.path}
      className={classes.line}
      style={{ paddingLeft: `${(row.level - 1) * 1.125 + 1.25}rem` }}
      onFocus={onFocus}
      onClick={onToggle}
    >
      {row.name !== '' && <span className="soft">{row.name}: </span>}
      <span className={classes.value} data-kind={row.kind}>
        {row.text}
      </span>
    </div>
  );
}

function firstLevels(value: unknown): ReadonlySet<string> {
  const open = new Set(['']);
  if (typeof value !== 'object' || value === null) return open;
  for (const [key, child] of Object.entries(value)) if (Array.isArray(child) && child.length > 0) open.add(`/${key}`);
  return open;
}
