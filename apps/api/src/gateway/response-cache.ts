import { LRUCache } from 'lru-cache';
import { clock } from '../platform/clock';
import { Problem } from '../platform/problem';
import type { UpstreamResult } from './answers/upstream-result';
import { maxAnswerAgeSeconds } from './request-options';

export interface CacheRules {
  /** How long an idempotency key is valid. */
  readonly repeatSeconds: number;
  /** The price of a cached response, in percent of the full price. */
  readonly pricePercent: number;
}

export interface ReplayKey {
  readonly scopeId: number;
  readonly hash: string;
  readonly fingerprint: string;
}

/** The media URLs of a cached response stay valid for at least this long. */
const mediaMarginMs = 300_000;
/** How long a problem is cached. Short, because a missing object may appear soon. */
const missingMs = 60_000;

/** Stores the responses that an account may get again, by idempotency key (replay) or by `max-age`. */
export class ResponseCache {
  constructor(
    private readonly store: ResponseStore,
    private readonly rules: CacheRules,
  ) {}

  getReplay({ scopeId, hash }: ReplayKey): CachedResponse | undefined {
    return this.trusted(scopeId, `key ${hash}`);
  }

  getCached(accountId: number, fingerprint: string, maxAgeSeconds: number): CachedResponse | undefined {
    const cached = this.trusted(accountId, `request ${fingerprint}`);
    return cached && cached.atMs >= this.store.now() - maxAgeSeconds * 1_000 ? cached : undefined;
  }

  /** The age of a response, and for how many more seconds it satisfies `maxAgeSeconds`. */
  ageOf({ atMs, untilMs }: CachedResponse, maxAgeSeconds: number): { ageSeconds: number; ttlSeconds: number } {
    const nowMs = this.store.now();
    const freshUntilMs = Math.min(untilMs, atMs + maxAgeSeconds * 1_000);
    return { ageSeconds: Math.floor((nowMs - atMs) / 1_000), ttlSeconds: Math.floor((freshUntilMs - nowMs) / 1_000) };
  }

  /**
   * @param requestId the request that was charged
   * @param ageMs time since that charge. It shortens the storage time, so that a replay does not extend the key.
   */
  setReplay({ scopeId, hash, fingerprint }: ReplayKey, result: UpstreamResult, requestId: string, ageMs = 0): void {
    const atMs = this.store.now();
    const untilMs = atMs + this.rules.repeatSeconds * 1_000 - ageMs;
    this.store.set(scopeId, `key ${hash}`, { result, fingerprint, requestId, atMs, untilMs });
  }

  setCached(accountId: number, fingerprint: string, result: UpstreamResult, requestId: string): void {
    const atMs = this.store.now();
    const untilMs = atMs + lifetimeMs(result);
    const cached = { result, fingerprint, requestId, atMs, untilMs };
    this.store.set(accountId, `request ${fingerprint}`, cached);
  }

  /** A response that may belong to another request must not be returned again. */
  private trusted(accountId: number, name: string): CachedResponse | undefined {
    const cached = this.store.get(accountId, name);
    return cached?.result.trust?.isLost ? undefined : cached;
  }

  priceOf(priceMicros: bigint): bigint {
    return (priceMicros * BigInt(this.rules.pricePercent)) / 100n;
  }
}

function lifetimeMs({ problem, mediaExpiresAtSeconds = Number.POSITIVE_INFINITY }: UpstreamResult): number {
  if (problem) return missingMs;
  return Math.min(maxAnswerAgeSeconds * 1_000, mediaExpiresAtSeconds * 1_000 - mediaMarginMs - clock.wallMs());
}

const megabyte = 1_024 * 1_024;
/** Estimated memory of an entry without its body. */
const overheadBytes = 1_024;

export interface CachedResponse {
  readonly result: UpstreamResult;
  readonly fingerprint: string;
  readonly requestId: string;
  /** Both times are on the monotonic clock. */
  readonly atMs: number;
  readonly untilMs: number;
}

export interface ResponseStoreLimits {
  readonly processBytes: number;
  readonly accountBytes?: number;
  readonly bodyBytes?: number;
}

interface Entry {
  readonly accountId: number;
  readonly bytes: number;
  readonly response: CachedResponse;
}

/** Evicts an account's oldest entries above its own limit, and the least recently used entry above the process limit. */
export class ResponseStore {
  private readonly entries: LRUCache<string, Entry>;
  private readonly accounts = new Map<number, { bytes: number; readonly oldestFirst: Set<string> }>();
  private readonly limits: Required<ResponseStoreLimits>;

  constructor(
    { processBytes, accountBytes = 8 * megabyte, bodyBytes = megabyte }: ResponseStoreLimits,
    readonly now: () => number = () => clock.nowMs(),
  ) {
    this.limits = { processBytes, accountBytes: Math.min(accountBytes, processBytes), bodyBytes };
    this.entries = new LRUCache({
      // lru-cache takes a maxSize of 0 for no limit.
      maxSize: Math.max(1, processBytes),
      ttlResolution: 0,
      perf: { now },
      dispose: (entry, id) => this.forget(id, entry),
    });
  }

  get bytes(): number {
    return this.entries.calculatedSize;
  }

  get(accountId: number, name: string): CachedResponse | undefined {
    return this.entries.get(idOf(accountId, name))?.response;
  }

  /** Always removes the entry of that name. Stores the new response unless it is too large or has expired. */
  set(accountId: number, name: string, response: CachedResponse): void {
    const id = idOf(accountId, name);
    this.entries.delete(id);
    const ttl = response.untilMs - this.now();
    const bodyBytes = response.result.body.length;
    const bytes = bodyBytes + overheadBytes;
    if (ttl <= 0 || bodyBytes > this.limits.bodyBytes || bytes > this.limits.accountBytes) return;
    this.evictFor(accountId, bytes);
    const own = { ...response, result: ownCopy(response.result) };
    this.entries.set(id, { accountId, bytes, response: own }, { ttl, size: bytes });
    const account = this.accounts.get(accountId) ?? { bytes: 0, oldestFirst: new Set() };
    account.bytes += bytes;
    account.oldestFirst.add(id);
    this.accounts.set(accountId, account);
  }

  /** Frees the memory of expired entries. `get` never returns them. */
  purgeExpired(): void {
    this.entries.purgeStale();
  }

  clear(): void {
    this.entries.clear();
  }

  /** Evicts the account's own entries, so that no other account loses any. */
  private evictFor(accountId: number, bytes: number): void {
    const account = this.accounts.get(accountId);
    for (const id of account?.oldestFirst ?? []) {
      if (account!.bytes + bytes <= this.limits.accountBytes) return;
      this.entries.delete(id);
    }
  }

  private forget(id: string, { accountId, bytes }: Entry): void {
    const account = this.accounts.get(accountId)!;
    account.bytes -= bytes;
    account.oldestFirst.delete(id);
    if (account.oldestFirst.size === 0) this.accounts.delete(accountId);
  }
}

function idOf(accountId: number, name: string): string {
  return `${accountId} ${name}`;
}

/** Copies a result: a slice would retain its whole buffer, and the stack of an error would retain the call. */
function ownCopy({ problem, ...result }: UpstreamResult): UpstreamResult {
  const body = Buffer.from(new Uint8Array(result.body).buffer);
  return { ...result, body, problem: problem && new Problem(problem.code, problem.detail) };
}
