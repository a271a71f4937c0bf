import { dayMs } from '../../platform/utc-days';
import { apiKeyPrefix, hashApiKey, isTestKey } from './api-key-format';
import type { AuthenticatedKey, KeyRecord } from './key-record';
import { KeyRefusal, suspendedAccount, unknownKey } from './key-refusal';

/** A key that ended longer ago than this is not loaded, so its caller learns only that the key does not exist. */
const rememberedMs = 30 * dayMs;

/** The keys in memory: all active keys, and those that ended recently. */
export class KeySet {
  /** By {@link KeyRecord.hash}. Timing attacks are useless, because nobody can choose a hash's digits. */
  private readonly keys = new Map<string, KeyRecord>();

  get size(): number {
    return this.keys.size;
  }

  /**
   * Adds or updates a key. A newer record replaces an older record. A revocation replaces any record and is final.
   * @param nowMs milliseconds since 1970
   * @returns whether this revoked a key that the set contained
   */
  put(key: KeyRecord, nowMs: number): boolean {
    const known = this.keys.get(key.hash);
    if (!known && key.endsAtMs < nowMs - rememberedMs) return false;
    const isOutdated = known && (known.changeMark > key.changeMark || known.end === 'revoked');
    if (isOutdated && key.end !== 'revoked') return false;
    this.keys.set(key.hash, key);
    return known !== undefined && key.end === 'revoked' && known.end !== 'revoked';
  }

  /**
   * @param text a well-formed key
   * @param nowMs milliseconds since 1970
   */
  authenticate(text: string, nowMs: number): AuthenticatedKey | KeyRefusal {
    return this.find(hashApiKey(text).toString('hex'), apiKeyPrefix(text), isTestKey(text), nowMs);
  }

  /** Like {@link authenticate}, for a live key whose text is unknown. */
  ofHash({ hash, prefix }: { hash: Buffer; prefix: string }, nowMs: number): AuthenticatedKey | KeyRefusal {
    return this.find(hash.toString('hex'), prefix, false, nowMs);
  }

  private find(hash: string, prefix: string, isTest: boolean, nowMs: number): AuthenticatedKey | KeyRefusal {
    const held = this.keys.get(hash);
    if (!held) return unknownKey;
    const { id, accountId, keyFamilyId, ratePerSecond, allowedAddresses } = held;
    const key = { id, accountId, keyFamilyId, prefix, ratePerSecond, isTest, allowedAddresses };
    // A revocation counts even if this clock is behind the database's.
    if (held.endsAtMs <= nowMs || held.end === 'revoked') return endedKey(held, key);
    return held.suspended ? suspendedAccount(key) : key;
  }
}

/** Only a caller with the full key or with a session gets here, so the detail may say why the key ended. */
function endedKey({ end, endsAtMs }: KeyRecord, key: AuthenticatedKey): KeyRefusal {
  const since = new Date(endsAtMs).toISOString();
  const detail = {
    expired: `This API key expired at ${since}. Create a new one in the dashboard.`,
    replaced: `This API key was replaced by a rotation, and stopped working at ${since}. Use the newer one.`,
    revoked: `This API key was revoked at ${since}. Create a new one in the dashboard.`,
  }[end];
  return new KeyRefusal(detail, 'unauthorized', key);
}
