import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChargeKeysRepository, maxRepeats } from '../core/billing/charge-keys.repository';
import type { RepeatVerdict } from '../core/billing/charge-outcome';
import { LedgerRepository } from '../core/billing/ledger.repository';
import type { ReplayInfo } from '../core/usage/usage-record';
import { BoundedMap } from '../platform/bounded-map';
import { Problem } from '../platform/problem';
import { type Resolvers, withResolvers } from '../platform/promises';
import { KeyedHash } from '../platform/secrets/keyed-hash';
import type { Call } from './call';
import { type CachedResponse, ResponseCache } from './response-cache';

/** An idempotency key that a request has locked, with the fingerprint of the request. */
export interface LockedKey extends NonNullable<ReplayInfo['key']> {
  readonly scopeId: number;
  readonly accountId: number;
  readonly isTest: boolean;
}

/** What a request is under its key. A repeat was charged before, but its response is gone, so it is fetched again, free. */
export type Turn =
  | { readonly is: 'first' | 'repeat'; readonly replay?: undefined }
  | { readonly is: 'replay'; readonly replay: CachedResponse };

/** The oldest key is dropped first. */
const maxRepeatedKeys = 10_000;

/** Serialises requests with the same idempotency key, and charges them once. */
@Injectable()
export class Idempotency {
  private readonly locks = new Map<string, Resolvers<void>>();
  /** Keys that were sent again. They are checked in the ledger first, so an exhausted key costs no upstream request. */
  private readonly repeatedKeys = new BoundedMap<string, true>(maxRepeatedKeys);

  constructor(
    private readonly dataSource: DataSource,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly ledger: LedgerRepository,
    private readonly keyedHash: KeyedHash,
    private readonly cache: ResponseCache,
  ) {}

  /**
   * Waits while another request in this process holds the key. The caller must {@link unlock} it.
   * @returns undefined when the request carries no key
   * @throws {UpstreamFailure} when the request's deadline passes or its caller leaves
   */
  async lock({ options, scopeId, key, fingerprint, progress }: Call): Promise<LockedKey | undefined> {
    if (options?.idempotencyKey === undefined) return undefined;
    const { accountId, isTest } = key!;
    const locked = { scopeId, accountId, isTest, hash: this.keyedHash.of(options.idempotencyKey), fingerprint };
    const id = idOf(locked);
    for (let other = this.locks.get(id); other; other = this.locks.get(id))
      await progress.upstream.wait(endOf(other.promise));
    this.locks.set(id, withResolvers());
    return locked;
  }

  unlock(key: LockedKey): void {
    const id = idOf(key);
    const own = this.locks.get(id)!;
    this.locks.delete(id);
    own.resolve();
  }

  /**
   * Whether this request is the first under its key, gets a replay, or is a repeat. The charge decides again. The ledger is
   * asked here only if the answer matters earlier: a repeat ignores the cache, needs no funds, and may be refused.
   * @param mattersNow whether the answer matters whatever the funds
   * @param requireFunds runs once for a first request; for a repeat, it may run, and its error is ignored
   * @throws {Problem} `idempotency_key_reused` or `idempotency_key_used_up`; the error of `requireFunds`
   */
  async turnOf(key: LockedKey | undefined, mattersNow: boolean, requireFunds: () => Promise<void>): Promise<Turn> {
    const replay = key && this.cache.getReplay(key);
    if (replay && replay.fingerprint !== key.fingerprint) throw reused;
    if (replay) return { is: 'replay', replay };
    if (key && (mattersNow || this.repeatedKeys.has(idOf(key))) && (await this.isCharged(key))) return { is: 'repeat' };
    try {
      await requireFunds();
    } catch (error) {
      if (key && (await this.isCharged(key))) return { is: 'repeat' };
      throw error;
    }
    return { is: 'first' };
  }

  /** Records that the key was charged before. @throws {Problem} when it was reused or is exhausted */
  recordRepeat(key: LockedKey, reason: RepeatVerdict): void {
    this.repeatedKeys.set(idOf(key), true);
    if (reason === 'reused') throw reused;
    if (reason === 'used_up') throw exhausted;
  }

  /**
   * Whether a request was charged under the key. A request with a test API key is never charged.
   * @throws {Problem} `idempotency_key_reused` or `idempotency_key_used_up`
   */
  private async isCharged({ isTest, accountId, hash, fingerprint }: LockedKey): Promise<boolean> {
    if (isTest) return false;
    const charged = await this.chargeKeys.find(this.dataSource, accountId, hash);
    if (!charged) return false;
    if (charged.fingerprint !== fingerprint) throw reused;
    if (charged.repeats >= maxRepeats) throw exhausted;
    return true;
  }

  /**
   * Counts a repeat, but never charges, even if the key has expired.
   * @returns the request that was charged; undefined in the same cases as `countRepeat`
   */
  replayWithoutCharge(key: LockedKey): Promise<string | undefined> {
    return this.dataSource.transaction(async (db) => {
      await this.ledger.lock(db, key.accountId);
      return this.chargeKeys.countRepeat(db, key.accountId, key);
    });
  }
}

function idOf({ scopeId, hash }: LockedKey): string {
  return `${scopeId} ${hash}`;
}

function endOf(turn: Promise<void>) {
  return (done: (ended: undefined) => void) => {
    void turn.then(() => done(undefined));
    return () => undefined;
  };
}

const reused = new Problem(
  'idempotency_key_reused',
  'You used this Idempotency-Key for another operation or with other parameters. Send a new key.',
);

const exhausted = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, but its response is no longer stored and was already fetched again twice. Send a new key, which is charged again.',
);
