import { hash } from 'node:crypto';
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
import { requestIdentity } from './list-identity';

export interface ClaimedKey extends NonNullable<Claim['key']> {
  /** Whose it is. */
  readonly sharerId: number;
}

/** Past this many keys that were sent again the oldest is forgotten. */
const maxSentAgain = 10_000;

/** Requests that carry an idempotency key: which is the first, and what has been charged under the key. */
@Injectable()
export class Repeats {
  private readonly underWay = new Map<string, Resolvers<void>>();
  /** Looked up from then on: a key that is used up must not go on asking the upstream for nothing. */
  private readonly sentAgain = new BoundedMap<string, true>(maxSentAgain);

  constructor(
    private readonly dataSource: DataSource,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly ledger: LedgerRepository,
    private readonly keyedHash: KeyedHash,
  ) {}

  claim({ sharerId }: Call, idempotencyKey: string, fingerprint: string): ClaimedKey {
    return { sharerId, hash: this.keyedHash.of(idempotencyKey), fingerprint };
  }

  /** Waits while another request with the key is under way in this process. Whoever has entered must {@link leave}. */
  async enter({ exchange }: Call, key: ClaimedKey): Promise<void> {
    const id = idOf(key);
    for (let other = this.underWay.get(id); other; other = this.underWay.get(id))
      await exchange.wait(endOf(other.promise));
    this.underWay.set(id, withResolvers());
  }

  leave(key: ClaimedKey): void {
    const id = idOf(key);
    const own = this.underWay.get(id)!;
    this.underWay.delete(id);
    own.resolve();
  }

  /** Whether a charge has found an earlier one under the key. */
  wasSentAgain(key: ClaimedKey): boolean {
    return this.sentAgain.has(idOf(key));
  }

  /** A charge has found an earlier one under the key. @throws {Problem} when the request may not have its answer. */
  settle(key: ClaimedKey, reason: RepeatVerdict): void {
    this.sentAgain.set(idOf(key), true);
    if (reason === 'reused') throw reused;
    if (reason === 'used_up') throw usedUp;
  }

  /**
   * Whether nothing is charged under the key; with a test key nothing is, whose repeats are known while they are held.
   * @throws {Problem} `idempotency_key_reused`, `idempotency_key_used_up`; the charge decides in the end.
   */
  async isNew(call: Call, key: ClaimedKey): Promise<boolean> {
    if (call.isTest) return true;
    const charged = await this.chargeKeys.find(this.dataSource, call.key!.accountId, key.hash);
    if (!charged) return true;
    if (charged.fingerprint !== key.fingerprint) throw reused;
    if (charged.repeats >= maxRepeats) throw usedUp;
    return false;
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

function idOf({ sharerId, hash }: ClaimedKey): string {
  return `${sharerId} ${hash}`;
}

/** What is asked for: the operation and its parameters, whatever their spelling and order. 32 hexadecimal digits. */
export function fingerprintOf({ operation, params, fault }: Call): string {
  const asked = [operation.name, requestIdentity(operation, params), fault ?? null];
  return hash('sha256', JSON.stringify(asked)).slice(0, 32);
}

/** As `Exchange.wait` takes it. */
function endOf(turn: Promise<void>) {
  return (done: (ended: undefined) => void) => {
    void turn.then(() => done(undefined));
    return () => undefined;
  };
}

export const reused = new Problem(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another operation or other parameters. Send a new one.',
);

const usedUp = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, and its answer is no longer held; it has been fetched again twice. Send a new key to pay for another answer.',
);
