import { shardCount, shardOf } from '../../platform/database/shards';
import type { UsageRecord } from '../usage/usage-record';
import type { ChargeListener, ChargeOutcome, Payer } from './charge-outcome';
import { type ChargeBounds, ChargeQueue } from './charge-queue';
import { ChargesRepository, chargeConnection } from './charges.repository';

interface Options {
  /** The shards live on several servers: each gets its own queue and connection. */
  readonly isDistributed: boolean;
  readonly idempotencySeconds?: number | undefined;
  readonly bounds?: ChargeBounds | undefined;
  readonly statementMs?: number | undefined;
  readonly connect?: typeof chargeConnection;
}

/**
 * The charge queues of a process. On one PostgreSQL there is one, whose batches span shards. On a distributed ledger each shard has
 * its own, whose batches run on the server of the shard: a server that is lost stops its own shards only.
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

  get length(): number {
    return this.sum((queue) => queue.length);
  }

  get oldestMs(): number {
    return Math.max(...this.queues.map((queue) => queue.oldestMs));
  }

  get capacity(): number {
    return this.sum((queue) => queue.capacity);
  }

  get lockedAccounts(): number {
    return this.sum((queue) => queue.lockedAccounts);
  }

  /** Whether all accounts can be charged. */
  get isWritable(): boolean {
    return this.queues.every((queue) => queue.isWritable);
  }

  /** As {@link ChargeQueue.requireWritable}. */
  requireWritable(accountId: number): void {
    this.of(accountId).requireWritable(accountId);
  }

  /** Resolves when one of the queues can write: the server of others may be lost. */
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
