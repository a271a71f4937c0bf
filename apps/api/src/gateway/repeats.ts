import { hash } from 'node:crypto';
import type { Exchange } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChargeKeysRepository, maxRepeats } from '../core/billing/charge-keys.repository';
import type { RepeatVerdict } from '../core/billing/charge-outcome';
import { LedgerRepository } from '../core/billing/ledger.repository';
import type { Claim } from '../core/usage/usage-record';
import { BoundedMap } from '../platform/bounded-map';
import { Problem } from '../platform/http/problem';
import { KeyedHash } from '../platform/secrets/keyed-hash';
import type { Call } from './call';
import { requestIdentity } from './list-identity';
import { hashOf } from './text-hash';

export interface ClaimedKey extends NonNullable<Claim['key']> {
  /** With whose it is: what it is known by in this process. */
  readonly id: string;
}

/** Past this many keys that were sent again the oldest is forgotten. */
const maxSentAgain = 10_000;

/** Requests that carry an idempotency key: which is the first, and what has been charged under the key. */
@Injectable()
export class Repeats {
  private readonly underWay = new UnderWay();
  /** Those who wait for one that is under way. */
  private readonly waiting = new Map<string, (() => void)[]>();
  /** Looked up from then on: a key that is used up must not go on asking the upstream for nothing. */
  private readonly sentAgain = new BoundedMap<string, true>(maxSentAgain);

  constructor(
    private readonly dataSource: DataSource,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly ledger: LedgerRepository,
    private readonly keyedHash: KeyedHash,
  ) {}

  claim({ sharerId }: Call, idempotencyKey: string, fingerprint: string): ClaimedKey {
    const hash = this.keyedHash.of(idempotencyKey);
    return { id: `${sharerId} ${hash}`, hash, fingerprint };
  }

  /** Waits while another request with the key is under way in this process. Whoever has entered must {@link leave}. */
  enter({ exchange }: Call, key: ClaimedKey): Promise<void> | undefined {
    return this.underWay.add(key) ? undefined : this.enterAfter(exchange, key);
  }

  private async enterAfter(exchange: Exchange, key: ClaimedKey): Promise<void> {
    do {
      await exchange.wait<void>((done) => {
        this.waiting.set(key.id, [...(this.waiting.get(key.id) ?? []), done]);
        return () => undefined;
      });
    } while (!this.underWay.add(key));
  }

  leave(key: ClaimedKey): void {
    this.underWay.remove(key);
    const waiting = this.waiting.size > 0 && this.waiting.get(key.id);
    if (!waiting) return;
    this.waiting.delete(key.id);
    for (const go of waiting) go();
  }

  /** Whether a charge has found an earlier one under the key. */
  wasSentAgain({ id }: ClaimedKey): boolean {
    return this.sentAgain.size > 0 && this.sentAgain.has(id);
  }

  /** A charge has found an earlier one under the key. @throws {Problem} when the request may not have its answer. */
  settle({ id }: ClaimedKey, reason: RepeatVerdict): void {
    this.sentAgain.set(id, true);
    if (reason === 'reused') throw reused;
    if (reason === 'used_up') throw usedUp;
  }

  /**
   * The request that was charged under the key, if any; none is with a test key, whose repeats are known while they are held.
   * @throws {Problem} `idempotency_key_reused`, `idempotency_key_used_up`; the charge decides in the end.
   */
  async firstRequestId(call: Call, key: ClaimedKey): Promise<string | undefined> {
    if (call.isTest) return undefined;
    const charged = await this.chargeKeys.find(this.dataSource, call.key!.accountId, key.hash);
    if (!charged) return undefined;
    if (charged.fingerprint !== key.fingerprint) throw reused;
    if (charged.repeats >= maxRepeats) throw usedUp;
    return charged.requestId;
  }

  /** Takes a repeat without asking for a charge, which would be made where the key has expired meanwhile. */
  take({ key }: Call, claimed: ClaimedKey): Promise<string | undefined> {
    const { accountId } = key!;
    return this.dataSource.transaction(async (db) => {
      await this.ledger.lock(db, accountId);
      return this.chargeKeys.countRepeat(db, accountId, claimed);
    });
  }
}

/**
 * The keys of the requests that are under way. As names of an object's members they would cost several times as much: V8 makes each
 * name one string for all of the process, which it copies to where full collections alone look.
 */
class UnderWay {
  private readonly byHash = new Array<ClaimedKey | undefined>(4_096).fill(undefined);
  /** Those whose place another one had. */
  private readonly others: ClaimedKey[] = [];

  /** @returns false when a key of the same id is there. */
  add(key: ClaimedKey): boolean {
    const place = this.placeOf(key);
    const there = this.byHash[place];
    if (there?.id === key.id || this.others.some(({ id }) => id === key.id)) return false;
    if (there) this.others.push(key);
    else this.byHash[place] = key;
    return true;
  }

  remove(key: ClaimedKey): void {
    const place = this.placeOf(key);
    const other = this.others.indexOf(key);
    if (this.byHash[place] === key) this.byHash[place] = undefined;
    else if (other >= 0) this.others.splice(other, 1);
  }

  private placeOf({ id }: ClaimedKey): number {
    return hashOf(id) & (this.byHash.length - 1);
  }
}

/** What is asked for: the operation and its parameters, whatever their spelling and order. 32 hexadecimal digits. */
export function fingerprintOf({ operation, params, fault }: Call): string {
  const asked = [operation.name, requestIdentity(operation, params), fault];
  return hash('sha256', JSON.stringify(asked)).slice(0, 32);
}

export const reused = new Problem(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another operation or other parameters. Send a new one.',
);

const usedUp = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, and its answer is no longer held; it has been fetched again twice. Send a new key to pay for another answer.',
);
