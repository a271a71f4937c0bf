import { IdField } from '../fields/fields';
import { ResponseText } from '../fields/response-fields';

/** A key as lists name it. */
export class KeyName {
  @IdField()
  id: string;

  @ResponseText()
  name: string;

  @ResponseText({ example: 'loupe_4hTz9QxB' })
  prefix: string;
}

export function keyName(key: { readonly id: number; readonly name: string; readonly prefix: string }): KeyName {
  return { id: `${key.id}`, name: key.name, prefix: shownPrefix(key.prefix) };
}

/** How a key starts, from the eight characters that are stored of it. */
export function shownPrefix(prefix: string): string {
  return `loupe_${prefix}`;
}
