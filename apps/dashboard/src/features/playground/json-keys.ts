import type { JsonRow } from './json-rows';

interface TreeMove {
  readonly focus?: string;
  readonly expand?: boolean;
}

export function moveIn(rows: readonly JsonRow[], focused: string, key: string): TreeMove | undefined {
  const index = Math.max(
    0,
    rows.findIndex(({ path }) => path === focused),
  );
  const row = rows[index];
  if (!row) return undefined;
  const focus = (target: JsonRow | undefined): TreeMove | undefined => target && { focus: target.path };
  switch (key) {
    case 'ArrowDown':
      return focus(rows[index + 1]);
    case 'ArrowUp':
      return focus(rows[index - 1]);
    case 'Home':
      return focus(rows[0]);
    case 'End':
      return focus(rows.at(-1));
    case 'ArrowRight':
      return row.expanded === false ? { expand: true } : row.expanded ? focus(rows[index + 1]) : undefined;
    case 'ArrowLeft':
      return row.expanded ? { expand: false } : focus(rows.slice(0, index).findLast(({ level }) => level < row.level));
    case 'Enter':
    case ' ':
      return row.expanded === undefined ? undefined : { expand: !row.expanded };
    default:
      return undefined;
  }
}
