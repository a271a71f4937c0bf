export interface JsonRow {
  /** JSON Pointer: unique, and stable while the tree is folded and unfolded. */
  readonly path: string;
  readonly level: number;
  /** Member name or array index; empty at the top. */
  readonly name: string;
  /** The value, or what is folded away in it. */
  readonly text: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'more';
  /** undefined for what cannot be unfolded. */
  readonly expanded: boolean | undefined;
  readonly position: number;
  readonly siblings: number;
}

/** Longer arrays show this many members, and a line that says how many are left. */
const mostChildren = 100;

export function jsonRows(root: unknown, open: ReadonlySet<string>): JsonRow[] {
  const rows: JsonRow[] = [];
  const visit = (
    value: unknown,
    path: string,
    name: string,
    place: Pick<JsonRow, 'level' | 'position' | 'siblings'>,
  ) => {
    const children = childrenOf(value);
    const expanded = children && children.length > 0 ? open.has(path) : undefined;
    rows.push({ path, name, ...describe(value), ...place, expanded });
    if (!children || !expanded) return;
    const shown = children.slice(0, mostChildren);
    const left = children.length - shown.length;
    const siblings = shown.length + (left > 0 ? 1 : 0);
    const level = place.level + 1;
    for (const [index, [key, child]] of shown.entries())
      visit(child, `${path}/${pointerToken(key)}`, key, { level, position: index + 1, siblings });
    if (left > 0)
      rows.push({
        path: `${path}/…`,
        name: '',
        text: `${left} more under Raw`,
        kind: 'more',
        expanded: undefined,
        level,
        position: siblings,
        siblings,
      });
  };
  visit(root, '', '', { level: 1, position: 1, siblings: 1 });
  return rows;
}

const pointerToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

function childrenOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

function describe(value: unknown): Pick<JsonRow, 'kind' | 'text'> {
  if (Array.isArray(value)) return { kind: 'array', text: value.length === 0 ? '[]' : `[ ${value.length} ]` };
  if (value === null) return { kind: 'null', text: 'null' };
  if (typeof value === 'object') return { kind: 'object', text: previewOf(value) };
  return { kind: typeof value as 'string' | 'number' | 'boolean', text: JSON.stringify(value) ?? 'null' };
}

function previewOf(value: object): string {
  const names = Object.keys(value);
  if (names.length === 0) return '{}';
  return `{ ${names.slice(0, 4).join(', ')}${names.length > 4 ? `, … ${names.length} members` : ''} }`;
}
