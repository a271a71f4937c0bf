import type { ProblemCode } from '@loupe/dto';
import { apiKeyLength } from './api-key-format';
import type { AuthenticatedKey } from './key-record';

export class KeyRefusal {
  constructor(
    readonly reason: 'missing' | 'malformed' | 'unknown' | 'ended' | 'address' | 'suspended',
    readonly detail: string,
    readonly code: ProblemCode = 'unauthorized',
    /** Whose plaintext the request carries: its owner is shown that it was refused. */
    readonly key?: AuthenticatedKey,
  ) {}
}

export const missingKey = new KeyRefusal(
  'missing',
  'Send your API key in the x-api-key header, not in the query: it ends in logs.',
);

export const malformedKey = new KeyRefusal(
  'malformed',
  `The value of the x-api-key header is not a complete API key. A key starts with loupe_, is ${apiKeyLength} characters long and ends with a checksum.`,
);

export const unknownKey = new KeyRefusal('unknown', 'No API key has this value.');

export function suspendedAccount(key: AuthenticatedKey): KeyRefusal {
  const detail = 'The account of this API key is suspended. Contact support.';
  return new KeyRefusal('suspended', detail, 'account_suspended', key);
}
