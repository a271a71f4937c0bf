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
  /** Whose it is. */
  readonly sharerId: number;
  /** {@link hashOf} the hash, by which it is found four times on its way. */
  readonly place: number;
  /** Of those under way that share a place, the one after it. */
  next?: ClaimedKey | undefined;
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
    return { sharerId, hash, place: hashOf(hash), fingerprint, next: undefined };
  }

  /** Waits while another request with the key is under way in this process. Whoever has entered must {@link leave}. */
  enter({ exchange }: Call, key: ClaimedKey): Promise<void> | undefined {
    return this.underWay.add(key) ? undefined : this.enterAfter(exchange, key);
  }

  private async enterAfter(exchange: Exchange, key: ClaimedKey): Promise<void> {
    do {
      await exchange.wait<void>((done) => {
        const id = idOf(key);
        this.waiting.set(id, [...(this.waiting.get(id) ?? []), done]);
        return () => undefined;
      });
    } while (!this.underWay.add(key));
  }

  leave(key: ClaimedKey): void {
    this.underWay.remove(key);
    if (this.waiting.size === 0) return;
    const id = idOf(key);
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    for (const go of waiting) go();
  }

  /** Whether a charge has found an earlier one under the key. */
  wasSentAgain(key: ClaimedKey): boolean {
    return this.sentAgain.size > 0 && this.sentAgain.has(idOf(key));
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

const placeCount = 256;

/**
 * The keys of the requests that are under way, chained where their places are the same. As names of an object's members they would cost
 * several times as much: V8 makes each name one string for all of the process, which it copies to where full collections alone look.
 * So few places stay in the processor's cache between two requests; to wait for memory took longer than the rest.
 */
class UnderWay {
  private readonly first = new Array<ClaimedKey | undefined>(placeCount).fill(undefined);

  /** @returns false when an equal one is there. */
  add(key: ClaimedKey): boolean {
    const place = key.place & (placeCount - 1);
    const first = this.first[place];
    for (let there = first; there; there = there.next) if (isEqual(there, key)) return false;
    key.next = first;
    this.first[place] = key;
    return true;
  }

  remove(key: ClaimedKey): void {
    const place = key.place & (placeCount - 1);
    let there = this.first[place];
    while (there && there !== key && there.next !== key) there = there.next;
    if (there === key) this.first[place] = key.next;
    else if (there) there.next = key.next;
  }
}

function isEqual(key: ClaimedKey, other: ClaimedKey): boolean {
  return key.hash === other.hash && key.sharerId === other.sharerId;
}

/** What the few are known by that are sent again. */
function idOf({ sharerId, hash }: ClaimedKey): string {
  return `${sharerId} ${hash}`;
}

/** What is asked for: the operation and its parameters, whatever their spelling and order. 32 hexadecimal digits. */
export function fingerprintOf({ operation, params, fault }: Call): string {
  const identity = requestIdentity(operation, params);
  // The JSON of [name, identity, fault ?? null], in half of the time: other processes must come to the same.
  let members = '';
  for (const name in identity) members += `${members && ','}"${name}":${JSON.stringify(identity[name])}`;
  const asked = `["${operation.name}",{${members}},${fault === undefined ? 'null' : JSON.stringify(fault)}]`;
  return hash('sha256', asked).slice(0, 32);
}

export const reused = new Problem(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another operation or other parameters. Send a new one.',
);

const usedUp = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, and its answer is no longer held; it has been fetched again twice. Send a new key to pay for another answer.',
);
