import type { ProblemCode } from '@loupe/dto';
import type { AuthenticatedKey } from './key-record';

/** Why a key is refused. */
export class KeyRefusal {
  constructor(
    readonly detail: string,
    readonly code: ProblemCode = 'unauthorized',
    /** Set when the refused key is known, so that its owner sees the refusal. */
    readonly key?: AuthenticatedKey,
  ) {}
}

export const unknownKey = new KeyRefusal(
  'This API key does not exist on this installation. Check the key and the base URL, or create a key in the dashboard.',
);

const notFrom = 'You cannot use this API key from the IP address ';

export function refusedAddress(key: AuthenticatedKey, address: string): KeyRefusal {
  return new KeyRefusal(`${notFrom}${address}.`, 'unauthorized', key);
}

/** Reads the address back from the text of {@link refusedAddress}. */
export function addressRefused(detail: string): string | null {
  return detail.startsWith(notFrom) ? detail.slice(notFrom.length, -1) : null;
}

/** There is no simulator, and test keys must never reach the upstream. */
export function testKeysOff(key: AuthenticatedKey): KeyRefusal {
  return new KeyRefusal('Test keys are switched off on this installation. Use a live key.', 'unauthorized', key);
}

export function suspendedAccount(key: AuthenticatedKey): KeyRefusal {
  const detail = 'The account of this API key is suspended. Contact support.';
  return new KeyRefusal(detail, 'account_suspended', key);
}
