import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChargeKeysRepository } from '../core/billing/charge-keys.repository';
import type { RepeatVerdict } from '../core/billing/charge-outcome';
import type { Claim } from '../core/usage/usage-record';
import { Problem } from '../platform/http/problem';
import { Passing } from '../platform/jobs/passing';
import { Seal } from '../platform/secrets/seal';
import type { Call } from './call';

export type ClaimedKey = NonNullable<Claim['key']>;

/** `charge_once.sql` counts them, and says the same. */
const maxRepeats = 2;
/** Past this many keys that were sent again the oldest is forgotten. */
const maxSentAgain = 10_000;

/** Requests that carry an idempotency key: which is the first, and what has been charged under the key. */
@Injectable()
export class Repeats {
  /** Each with those who wait for it. */
  private readonly underWay = new Passing<(() => void)[]>();
  /** Looked up from then on: a key that is used up must not go on asking the upstream for nothing. */
  private readonly sentAgain = new Set<string>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly seal: Seal,
  ) {}

  claim(idempotencyKey: string, fingerprint: string): ClaimedKey {
    return { hash: this.seal.hash(idempotencyKey, 'idempotency key'), fingerprint };
  }

  /** What lets the next request with the key go: at once, or when no other is under way in this process. */
  enter(call: Call, key: ClaimedKey): (() => void) | Promise<() => void> {
    const id = idOf(call, key);
    const waiting = this.underWay.get(id);
    return waiting ? this.enterAfter(call, id, waiting) : this.go(id);
  }

  private async enterAfter(call: Call, id: string, first: (() => void)[]): Promise<() => void> {
    for (let waiting: typeof first | undefined = first; waiting; waiting = this.underWay.get(id)) {
      const mine = waiting;
      await call.exchange.wait<void>((done) => {
        mine.push(done);
        return () => undefined;
      });
    }
    return this.go(id);
  }

  private go(id: string): () => void {
    const waiting: (() => void)[] = [];
    this.underWay.set(id, waiting);
    return () => {
      this.underWay.delete(id);
      for (const go of waiting) go();
    };
  }

  /** Whether a charge has found an earlier one under the key. */
  wasSentAgain(call: Call, key: ClaimedKey): boolean {
    return this.sentAgain.size > 0 && this.sentAgain.has(idOf(call, key));
  }

  /** A charge has found an earlier one under the key. @throws {Problem} when the request may not have its answer. */
  settle(call: Call, key: ClaimedKey, reason: RepeatVerdict): void {
    if (this.sentAgain.size >= maxSentAgain) this.sentAgain.delete(this.sentAgain.values().next().value!);
    this.sentAgain.add(idOf(call, key));
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
}

function idOf({ sharerId }: Call, { hash: ofKey }: ClaimedKey): string {
  return `${sharerId} ${ofKey}`;
}

/** What is asked for: the operation and its parameters, whatever their spelling and order. 32 hexadecimal digits. */
export function fingerprintOf({ operation, params, fault }: Call): string {
  const asked = fault === undefined ? [operation.name, params] : [operation.name, params, fault];
  return hash('sha256', JSON.stringify(asked, params.fields === undefined ? undefined : mapsAsText)).slice(0, 32);
}

function mapsAsText(_name: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

export const reused = new Problem(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another operation or other parameters. Send a new one.',
);

const usedUp = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, and its answer is no longer held; it has been fetched again twice. Send a new key to pay for another answer.',
);
