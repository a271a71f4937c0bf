/** JSON text printed as it is, such as `1.0`. */
export class Verbatim {
  constructor(readonly text: string) {}
}

/** A `bigint` is printed with every digit; `undefined` members are omitted. */
export type Json = string | number | bigint | boolean | null | undefined | Verbatim | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** String escaping: REST escapes `&` and everything beyond ASCII, GraphQL nothing. */
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

export function float(value: number): Verbatim {
  return new Verbatim(Number.isInteger(value) ? value.toFixed(1) : String(value));
}

/** Rotates the members, because the platform's order varies. */
export function rotated(object: JsonObject, draw: number): JsonObject {
  const entries = Object.entries(object);
  const at = draw % Math.max(1, entries.length);
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
}
