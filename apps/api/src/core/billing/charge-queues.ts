import { shardCount, shardOf } from '../../platform/database/shards';
import type { UsageRecord } from '../usage/usage-record';
import type { ChargeListener, ChargeOutcome, Payer } from './charge-outcome';
import { type ChargeBounds, ChargeQueue } from './charge-queue';
import { ChargesRepository, chargeConnection } from './charges.repository';

interface Options {
  /** Whether the ledger's shards live on several servers: each then has a queue and a connection of its own. */
  readonly isDistributed: boolean;
  readonly idempotencySeconds?: number | undefined;
  readonly bounds?: ChargeBounds | undefined;
  readonly statementMs?: number | undefined;
  /** Makes the connection of a queue. */
  readonly connect?: typeof chargeConnection;
}

/**
 * The queues that a process charges through. On one PostgreSQL it is one, whose batches span shards. On a distributed ledger
 * a batch is one shard's and runs on the server that has it, so a server that is gone stops its own shards and no others.
 */
export class ChargeQueues {
  private constructor(private readonly queues: readonly ChargeQueue[]) {}

  static open(url: string, listener: ChargeListener, options: Options): ChargeQueues {
    const { isDistributed, idempotencySeconds, bounds, statementMs, connect = chargeConnection } = options;
    const shards = isDistributed ? Array.from({ length: shardCount }, (_, shard) => shard) : [undefined];
    return new ChargeQueues(
      shards.map((shard) => {
        const connection = connect(url, statementMs, shard);
        return new ChargeQueue(
          new ChargesRepository(connection, idempotencySeconds, shard),
          connection,
          listener,
          bounds,
        );
      }),
    );
  }

  /** How many charges wait for their batch. */
  get length(): number {
    return this.sum((queue) => queue.length);
  }

  get oldestMs(): number {
    return Math.max(...this.queues.map((queue) => queue.oldestMs));
  }

  /** How many may wait. */
  get capacity(): number {
    return this.sum((queue) => queue.capacity);
  }

  /** How many accounts other sessions hold, with charges that wait for them. */
  get lockedAccounts(): number {
    return this.sum((queue) => queue.lockedAccounts);
  }

  /** Whether every account can be charged, as far as is known. */
  get isWritable(): boolean {
    return this.queues.every((queue) => queue.isWritable);
  }

  /** @throws {Problem} `service_unavailable` while a charge of this account would wait in vain: nothing is to be spent on it. */
  requireWritable(accountId: number): void {
    this.of(accountId).requireWritable(accountId);
  }

  /** Resolves as soon as one of the queues has shown that the database takes charges: others may belong to a server that is gone. */
  async whenWritable(): Promise<void> {
    await Promise.any(this.queues.map((queue) => queue.whenWritable()));
  }

  /** As {@link ChargeQueue.charge}. */
  charge(record: UsageRecord, payer?: Payer): Promise<ChargeOutcome> {
    return this.of(record.accountId).charge(record, payer);
  }

  /** As {@link ChargeQueue.close}, of all of them. */
  async close(): Promise<void> {
    await Promise.all(this.queues.map((queue) => queue.close()));
  }

  private of(accountId: number): ChargeQueue {
    return this.queues.length === 1 ? this.queues[0]! : this.queues[shardOf(accountId)]!;
  }

  private sum(count: (queue: ChargeQueue) => number): number {
    return this.queues.reduce((total, queue) => total + count(queue), 0);
  }
}
