import type { ProblemCode } from '@loupe/dto';
import { apiKeyLength, testKeyLength } from './api-key-format';
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

export const missingKey = new KeyRefusal(
  'Send your API key in the x-api-key header, not in the query, because URLs end up in logs.',
);

export const malformedKey = new KeyRefusal(
  `The x-api-key header does not contain a complete API key. A key starts with loupe_ and has ${apiKeyLength} characters; a test key starts with loupe_test_ and has ${testKeyLength}. Copy the whole key.`,
);

export const unknownKey = new KeyRefusal('This API key does not exist. Check it, or create a key in the dashboard.');

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
