import { shardCount, shardOf } from '../../platform/database/shards';
import type { UsageRecord } from '../usage/usage-record';
import type { ChargeListener, ChargeOutcome, Payer } from './charge-outcome';
import { type ChargeBounds, ChargeQueue } from './charge-queue';
import { ChargesRepository, chargeConnection } from './charges.repository';

interface Options {
  /** Whether the shards are on several servers. Each shard then has its own queue and connection. */
  readonly isDistributed: boolean;
  readonly idempotencySeconds?: number | undefined;
  readonly bounds?: ChargeBounds | undefined;
  readonly statementMs?: number | undefined;
  readonly connect?: typeof chargeConnection;
}

/** The charge queues of a process: one for all shards, or one for each, so that a lost server stops only its shards. */
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

  get isWritable(): boolean {
    return this.queues.every((queue) => queue.isWritable);
  }

  requireWritable(accountId: number): void {
    this.of(accountId).requireWritable(accountId);
  }

  /** Resolves when any queue can write, because the servers of the other queues may be lost. */
  async whenWritable(): Promise<void> {
    await Promise.any(this.queues.map((queue) => queue.whenWritable()));
  }

  charge(record: UsageRecord, payer?: Payer): Promise<ChargeOutcome> {
    return this.of(record.accountId).charge(record, payer);
  }

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
