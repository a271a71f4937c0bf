import { type FieldTree, type Schema, type SchemaName, schemas } from '@loupe/dto';

type View = (value: unknown) => unknown;

const reference = '#/components/schemas/';
// Several sizes of one image or video; an agent needs only one.
const files = new Set([`${reference}ImageFile`, `${reference}VideoVersion`]);
// An object or array without a schema is left out if its JSON is longer than this.
const maxUndescribedBytes = 600;
const views = new Map<string, View>();

/** A view of the documented members only, with the largest file of each image and video. */
export function conciseView(name: SchemaName): View {
  // Units of the blended search have few members in common.
  if (name === 'SearchUnit') return (value) => shortened(value, 5);
  let view = views.get(name);
  if (!view) {
    views.set(name, (value) => conciseView(name)(value));
    view = viewOf(schemas[name]);
    views.set(name, view);
  }
  return view;
}

function viewOf(schema: Schema): View {
  const { $ref, items, properties } = schema;
  if ($ref) return (value) => conciseView($ref.slice(reference.length) as SchemaName)(value);
  const choices = (schema.oneOf ?? schema.anyOf)?.filter((one) => one.$ref).map(viewOf);
  if (choices?.length === 1) return choices[0]!;
  if (choices?.length) return (value) => Object.assign({}, ...choices.map((view) => view(value)));
  if (items) {
    const view = viewOf(items);
    return (value) => (Array.isArray(value) ? (files.has(items.$ref ?? '') ? largest(value) : value).map(view) : value);
  }
  const members = Object.entries(properties ?? {}).map(([name, one]) => [name, viewOf(one)] as const);
  if (members.length === 0) return undescribed;
  return (value) => {
    if (!isObject(value)) return value;
    const seen = members.map(([name, view]) => [name, view(value[name])] as const);
    return Object.fromEntries(seen.filter(([, member]) => !isNothing(member)));
  };
}

export function picked(value: unknown, tree: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((one) => picked(one, tree));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    [...tree].flatMap(([name, below]) =>
      Object.hasOwn(value, name) ? [[name, below ? picked(value[name], below) : value[name]]] : [],
    ),
  );
}

function shortened(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth === 0 ? undefined : value.slice(0, 3).map((one) => shortened(one, depth - 1));
  if (!isObject(value)) return typeof value === 'string' && value.length > 300 ? undefined : value;
  if (depth === 0) return undefined;
  const members = Object.entries(value).map(([name, one]) => [name, shortened(one, depth - 1)] as const);
  return Object.fromEntries(members.filter(([, one]) => !isNothing(one)));
}

function undescribed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return JSON.stringify(value).length <= maxUndescribedBytes ? value : undefined;
}

function largest(versions: readonly unknown[]): unknown[] {
  const width = (one: unknown) => (isObject(one) ? Number(one.width) : 0);
  return versions.length === 0 ? [] : [versions.reduce((best, one) => (width(one) > width(best) ? one : best))];
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
