import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChargeKeysRepository, maxRepeats } from '../core/billing/charge-keys.repository';
import type { RepeatVerdict } from '../core/billing/charge-outcome';
import { LedgerRepository } from '../core/billing/ledger.repository';
import type { Claim } from '../core/usage/usage-record';
import { BoundedMap } from '../platform/bounded-map';
import { Problem } from '../platform/http/problem';
import { type Resolvers, withResolvers } from '../platform/promises';
import { KeyedHash } from '../platform/secrets/keyed-hash';
import type { Call } from './call';
import { ResponseCache } from './response-cache';
import type { CachedResponse } from './response-store';

/** An idempotency key that a request has locked, and what the request asks for. */
export interface LockedKey extends NonNullable<Claim['key']> {
  /** Whose it is, as `Call.sharerId`. */
  readonly sharerId: number;
  readonly accountId: number;
  readonly isTest: boolean;
}

/** Past this many keys that were sent again the oldest is forgotten. */
const maxSentAgain = 10_000;

/** Requests that carry an idempotency key: one at a time, and charged once for all of them. */
@Injectable()
export class Idempotency {
  private readonly locks = new Map<string, Resolvers<void>>();
  /** The ledger is asked about these first: an exhausted key must not go on asking the upstream for nothing. */
  private readonly sentAgain = new BoundedMap<string, true>(maxSentAgain);

  constructor(
    private readonly dataSource: DataSource,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly ledger: LedgerRepository,
    private readonly keyedHash: KeyedHash,
    private readonly cache: ResponseCache,
  ) {}

  /**
   * Waits while another request with the key is under way in this process. Whoever has the lock must {@link unlock} it.
   * @returns undefined where the request carries no key
   * @throws {UpstreamFailure} when the request's deadline passes, or its caller goes away
   */
  async lock({ options, sharerId, key, fingerprint, upstreamContext }: Call): Promise<LockedKey | undefined> {
    if (options?.idempotencyKey === undefined) return undefined;
    const { accountId, isTest } = key!;
    const locked = { sharerId, accountId, isTest, hash: this.keyedHash.of(options.idempotencyKey), fingerprint };
    const id = idOf(locked);
    for (let other = this.locks.get(id); other; other = this.locks.get(id))
      await upstreamContext.wait(endOf(other.promise));
    this.locks.set(id, withResolvers());
    return locked;
  }

  unlock(key: LockedKey): void {
    const id = idOf(key);
    const own = this.locks.get(id)!;
    this.locks.delete(id);
    own.resolve();
  }

  /** The response of the request that was charged, while it is in memory. @throws {Problem} `idempotency_key_reused` */
  replay(key: LockedKey): CachedResponse | undefined {
    const response = this.cache.getReplay(key);
    if (response && response.fingerprint !== key.fingerprint) throw reused;
    return response;
  }

  /** Whether a charge has found an earlier one under the key. */
  wasSentAgain(key: LockedKey): boolean {
    return this.sentAgain.has(idOf(key));
  }

  /** A charge has found an earlier one under the key. @throws {Problem} when the request may not have its response */
  noteRepeat(key: LockedKey, reason: RepeatVerdict): void {
    this.sentAgain.set(idOf(key), true);
    if (reason === 'reused') throw reused;
    if (reason === 'used_up') throw exhausted;
  }

  /**
   * Whether a request is charged under the key. With a test key none is: its responses can be had again while they are in memory.
   * @throws {Problem} `idempotency_key_reused`, `idempotency_key_used_up`; the charge decides in the end
   */
  async isCharged({ isTest, accountId, hash, fingerprint }: LockedKey): Promise<boolean> {
    if (isTest) return false;
    const charged = await this.chargeKeys.find(this.dataSource, accountId, hash);
    if (!charged) return false;
    if (charged.fingerprint !== fingerprint) throw reused;
    if (charged.repeats >= maxRepeats) throw exhausted;
    return true;
  }

  /**
   * Counts a repeat without a charge, which would be made where the key has expired meanwhile.
   * @returns the request that was charged; undefined when none is
   */
  countRepeat(key: LockedKey): Promise<string | undefined> {
    return this.dataSource.transaction(async (db) => {
      await this.ledger.lock(db, key.accountId);
      return this.chargeKeys.countRepeat(db, key.accountId, key);
    });
  }
}

function idOf({ sharerId, hash }: LockedKey): string {
  return `${sharerId} ${hash}`;
}

/** As `UpstreamContext.wait` takes it. */
function endOf(turn: Promise<void>) {
  return (done: (ended: undefined) => void) => {
    void turn.then(() => done(undefined));
    return () => undefined;
  };
}

const reused = new Problem(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another operation or other parameters. Send a new one.',
);

const exhausted = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, and its answer is no longer held; it has been fetched again twice. Send a new key to pay for another answer.',
);
