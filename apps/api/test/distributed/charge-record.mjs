import { v7 } from 'uuid';

export const priceMicros = 600n;

export function recordOf(accountId) {
  const ids = { requestId: v7(), accountId, keyId: accountId, keyFamilyId: accountId };
  const answer = { operation: 'users.followers', status: 200, code: null, units: 1, priceMicros, problem: null };
  return { ...ids, ...answer, upstreamMs: 120, totalMs: 130, responseBytes: 5_000 };
}
