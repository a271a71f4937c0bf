import { Problem } from '../../platform/problem';
import type { Seen } from '../fields/fields';

/**
 * Refuses a change that would overwrite what somebody else has changed since. A field that has the wanted value already is no
 * conflict, so that a change can be sent again. The caller holds the lock of what is changed.
 * @throws {Problem} `conflict` that names each field and its present value
 */
export function requireUnchanged(seen: Seen | undefined, wanted: object, stored: object): void {
  const now = new Map(Object.entries(stored));
  const written = new Map(Object.entries(wanted));
  const changed = Object.entries(seen ?? {}).filter(
    ([field, value]) => now.has(field) && !isSame(now.get(field), value) && !isSame(now.get(field), written.get(field)),
  );
  if (changed.length === 0) return;
  const errors = changed.map(([field]) => ({
    in: 'body' as const,
    parameter: field,
    message: `is now ${shown(now.get(field))}, because somebody changed it meanwhile`,
  }));
  const sentences = errors.map(({ parameter, message }) => `${parameter} ${message}`);
  throw new Problem('conflict', `${sentences.join('; ')}. Look at it, then save again if you still want to.`, {
    members: {
      errors,
      reason: 'changed_meanwhile',
      current: Object.fromEntries(changed.map(([field]) => [field, now.get(field)])),
    },
  });
}

/** Amounts may be written with fewer decimals than they are stored with. */
const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

const amount = /^\d+(\.\d+)?$/;

const textOf = (value: unknown): string =>
  typeof value === 'string' && amount.test(value)
    ? value.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
    : JSON.stringify(value ?? null);

function shown(value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'not set';
  return Array.isArray(value) ? value.join(', ') : `${value}`.replace(/^(\d+\.\d\d)0+$/, '$1');
}
