import { isIdentity, membersOf, summaryOf } from './json-members';

export interface JsonRow {
  /** JSON Pointer: stable while the tree is folded and unfolded. */
  readonly path: string;
  readonly level: number;
  readonly name: string;
  readonly value: unknown;
  readonly text: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'more';
  /** Undefined if the row cannot be expanded. */
  readonly expanded: boolean | undefined;
  /** True for the last identifying member if other members follow. A divider is drawn below it. */
  readonly endsIdentity: boolean;
  readonly position: number;
  readonly siblings: number;
}

interface JsonView {
  readonly open: ReadonlySet<string>;
  /** The number of shown items by array path; {@link itemsPerStep} for an array that is missing here. */
  readonly shown?: ReadonlyMap<string, number>;
  readonly filter?: string;
}

/** Arrays grow by this many items; objects are always complete. */
export const itemsPerStep = 100;

type Place = Pick<JsonRow, 'level' | 'position' | 'siblings' | 'endsIdentity'>;

export function jsonRows(root: unknown, view: JsonView): JsonRow[] {
  const rows: JsonRow[] = [];
  const matching = view.filter ? pathsHolding(root, view.filter.toLowerCase()) : undefined;
  const visit = (value: unknown, path: string, name: string, place: Place) => {
    const members = membersOf(value)?.map(([key, child]) => ({ key, child, path: `${path}/${pointerToken(key)}` }));
    const found = matching && members?.some((member) => matching.has(member.path));
    const expanded = members && members.length > 0 ? (found ?? false) || view.open.has(path) : undefined;
    const described = describe(value);
    const text = expanded && described.kind === 'object' ? `{ ${members?.length} }` : described.text;
    rows.push({ path, name, value, kind: described.kind, text, ...place, expanded });
    if (!members || !expanded) return;
    const wanted = found ? members.filter((member) => matching.has(member.path)) : members;
    const limit = Array.isArray(value) ? (view.shown?.get(path) ?? itemsPerStep) : wanted.length;
    const shown = wanted.slice(0, limit);
    const left = wanted.length - shown.length;
    const level = place.level + 1;
    const siblings = shown.length + (left > 0 ? 1 : 0);
    for (const [index, member] of shown.entries()) {
      const next = shown[index + 1];
      const endsIdentity = !Array.isArray(value) && isIdentity(member.key) && next && !isIdentity(next.key);
      visit(member.child, member.path, member.key, {
        level,
        position: index + 1,
        siblings,
        endsIdentity: endsIdentity === true,
      });
    }
    if (left > 0) rows.push(moreRow(path, left, { level, position: siblings, siblings, endsIdentity: false }));
  };
  visit(root, '', '', { level: 1, position: 1, siblings: 1, endsIdentity: false });
  return rows;
}

export const pointerToken = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

export const arrayOfMore = ({ path }: JsonRow): string => path.slice(0, path.lastIndexOf('/'));

function moreRow(array: string, left: number, place: Place): JsonRow {
  const text = `Show ${Math.min(left, itemsPerStep)} more of ${left}`;
  return { path: `${array}/…`, name: '', value: undefined, text, kind: 'more', expanded: undefined, ...place };
}

function pathsHolding(root: unknown, text: string): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown, path: string, name: string): boolean => {
    let holds = name.toLowerCase().includes(text);
    const members = membersOf(value);
    if (!members) holds ||= String(value).toLowerCase().includes(text);
    for (const [key, child] of members ?? []) if (visit(child, `${path}/${pointerToken(key)}`, key)) holds = true;
    if (holds) found.add(path);
    return holds;
  };
  visit(root, '', '');
  return found;
}

function describe(value: unknown): Pick<JsonRow, 'kind' | 'text'> {
  if (Array.isArray(value)) return { kind: 'array', text: value.length === 0 ? '[]' : `[ ${value.length} ]` };
  if (value === null) return { kind: 'null', text: 'null' };
  if (typeof value === 'object') return { kind: 'object', text: summaryOf(value) };
  return { kind: typeof value as 'string' | 'number' | 'boolean', text: JSON.stringify(value) ?? 'null' };
}
