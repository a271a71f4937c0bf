import { dayMs } from '../../platform/utc-days';
import { apiKeyPrefix, hashApiKey, isTestKey } from './api-key-format';
import type { AuthenticatedKey, KeyRecord } from './key-record';
import { KeyRefusal, suspendedAccount, unknownKey } from './key-refusal';

/** How long a key that ended is told apart from one that never existed. */
const rememberedMs = 30 * dayMs;

/** All working keys, in memory, and those that recently stopped working. */
export class KeySet {
  /**
   * By {@link KeyRecord.hash}. How long a look-up takes tells a guesser nothing: nobody can choose a text by the digits of its
   * hash.
   */
  private readonly keys = new Map<string, KeyRecord>();

  get size(): number {
    return this.keys.size;
  }

  /**
   * Adds a key or brings it up to date. An older record of a key never undoes a newer one, and nothing undoes a revocation.
   * @param nowMs milliseconds since 1970.
   * @returns whether it was in use until now, and has been revoked.
   */
  put(key: KeyRecord, nowMs: number): boolean {
    const known = this.keys.get(key.hash);
    if (!known && key.endsAtMs < nowMs - rememberedMs) return false;
    const isOutdated = known && (known.changeMark > key.changeMark || known.end === 'revoked');
    if (isOutdated && key.end !== 'revoked') return false;
    this.keys.set(key.hash, key);
    return known !== undefined && key.end === 'revoked' && known.end !== 'revoked';
  }

  /** @param text a well-formed key. @param nowMs milliseconds since 1970. */
  authenticate(text: string, nowMs: number): AuthenticatedKey | KeyRefusal {
    return this.find(hashApiKey(text).toString('hex'), apiKeyPrefix(text), isTestKey(text), nowMs);
  }

  /** The same for a live key whose text nobody has. */
  ofHash({ hash, prefix }: { hash: Buffer; prefix: string }, nowMs: number): AuthenticatedKey | KeyRefusal {
    return this.find(hash.toString('hex'), prefix, false, nowMs);
  }

  private find(hash: string, prefix: string, isTest: boolean, nowMs: number): AuthenticatedKey | KeyRefusal {
    const held = this.keys.get(hash);
    if (!held) return unknownKey;
    const { id, accountId, keyFamilyId, ratePerSecond, allowedAddresses } = held;
    const key = { id, accountId, keyFamilyId, prefix, ratePerSecond, isTest, allowedAddresses };
    // A revocation does not wait for this machine's clock to reach the database's.
    if (held.endsAtMs <= nowMs || held.end === 'revoked') return endedKey(held, key);
    return held.suspended ? suspendedAccount(key) : key;
  }
}

/** Only a caller with the plaintext gets here, so it may say more than a guesser is told. */
function endedKey({ end, endsAtMs }: KeyRecord, key: AuthenticatedKey): KeyRefusal {
  const since = new Date(endsAtMs).toISOString();
  const detail = {
    expired: `This API key expired at ${since}. Create a new one in the dashboard.`,
    replaced: `This API key was replaced by a rotation, and stopped working at ${since}. Use the newer one.`,
    revoked: `This API key was revoked at ${since}. Create a new one in the dashboard.`,
  }[end];
  return new KeyRefusal(detail, 'unauthorized', key);
}
