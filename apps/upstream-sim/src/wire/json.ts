/** JSON text that is printed as it is, such as `1.0`, which a number would print as `1`. */
export class Verbatim {
  constructor(readonly text: string) {}
}

/** A `bigint` prints as a number with every digit; a member that is `undefined` is absent. */
export type Json = string | number | bigint | boolean | null | undefined | Verbatim | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** How strings are escaped: REST hosts escape `&` and everything beyond ASCII, the GraphQL host nothing. */
export type Spelling = 'ascii' | 'utf8';

const notPlain = /[\u007f-\uffff&]/;
const everyNotPlain = /[\u007f-\uffff&]/g;
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function printString(text: string, spelling: Spelling): string {
  const quoted = JSON.stringify(text);
  return spelling === 'ascii' && notPlain.test(quoted) ? quoted.replace(everyNotPlain, escaped) : quoted;
}

function printObject(object: JsonObject, spelling: Spelling): string {
  let members = '';
  for (const key in object) {
    const value = object[key];
    if (value === undefined) continue;
    members += `${members === '' ? '' : ','}${printString(key, spelling)}:${printJson(value, spelling)}`;
  }
  return `{${members}}`;
}

export function printJson(value: Json, spelling: Spelling = 'ascii'): string {
  if (typeof value === 'string') return printString(value, spelling);
  if (value === null || value === undefined) return 'null';
  if (typeof value !== 'object') return String(value);
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return `[${value.map((element: Json) => printJson(element, spelling)).join(',')}]`;
  return printObject(value as JsonObject, spelling);
}

/** A number that shows its decimal point even when nothing follows it: `1.0`. */
export function float(value: number): Verbatim {
  return new Verbatim(Number.isInteger(value) ? value.toFixed(1) : String(value));
}

/** The same members, starting with another one: on the platform their order differs from object to object. */
export function rotated(object: JsonObject, draw: number): JsonObject {
  const entries = Object.entries(object);
  const at = draw % Math.max(1, entries.length);
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
}
