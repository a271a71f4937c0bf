import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ChargeKeysRepository } from '../core/billing/charge-keys.repository';
import type { Claim } from '../core/usage/usage-record';
import { Problem } from '../platform/http/problem';
import { type Resolvers, withResolvers } from '../platform/jobs/promises';
import { Seal } from '../platform/secrets/seal';
import type { Call } from './call';

export type ClaimedKey = NonNullable<Claim['key']>;

/** `charge_once.sql` counts them, and says the same. */
const maxRepeats = 2;

/** Requests that carry an idempotency key: which is the first, and what has been charged under the key. */
@Injectable()
export class Repeats {
  private readonly underWay = new Map<string, Resolvers<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly chargeKeys: ChargeKeysRepository,
    private readonly seal: Seal,
  ) {}

  claim(idempotencyKey: string, fingerprint: string): ClaimedKey {
    return { hash: this.seal.hash(idempotencyKey, 'idempotency key').slice(0, 32), fingerprint };
  }

  /** Resolves when no other request with the key is under way in this process, with what lets the next one go. */
  async enter(call: Call, key: ClaimedKey): Promise<() => void> {
    const id = `${call.sharerId} ${key.hash}`;
    for (let other = this.underWay.get(id); other; other = this.underWay.get(id)) {
      const { promise } = other;
      await call.exchange.wait<void>((done) => {
        void promise.then(done);
        return () => undefined;
      });
    }
    const mine = withResolvers<void>();
    this.underWay.set(id, mine);
    return () => {
      this.underWay.delete(id);
      mine.resolve();
    };
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

/** What is asked for: the operation and its parameters, whatever their spelling and order. 32 hexadecimal digits. */
export function fingerprintOf({ operation, params, fault }: Call): string {
  const asText = (_name: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return hash(
    'sha256',
    JSON.stringify([operation.name, params, ...(fault === undefined ? [] : [fault])], asText),
  ).slice(0, 32);
}

export const reused = new Problem(
  'idempotency_key_reused',
  'This Idempotency-Key was used for another operation or other parameters. Send a new one.',
);

export const usedUp = new Problem(
  'idempotency_key_used_up',
  'The request with this Idempotency-Key was charged, and its answer is no longer held; it has been fetched again twice. Send a new key to pay for another answer.',
);
