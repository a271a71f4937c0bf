import { memo } from 'react';
import type { JsonRow } from './json-rows';
import classes from './json-tree.module.css';
import type { MeasuredLine } from './windowed-lines';

interface TreeLineProps extends JsonRow, Partial<MeasuredLine> {
  /** There is something to ask about its value. */
  hop: boolean;
  reachable: boolean;
  onFocus: (path: string) => void;
  onAct: () => void;
}

/** A line renders only when it changes: a body has hundreds of them. */
export const TreeLine = memo(
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
