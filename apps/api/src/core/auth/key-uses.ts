import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientIps } from './client-ips';
import { type KeyUse, KeyUsesRepository } from './key-uses.repository';

const minuteMs = 60_000;
/** Rows per statement: bounds its size and the time it holds locks. */
const batchSize = 5_000;

/** When each key was last used, to the minute, and from where. Collected in memory and written once a minute. */
@Injectable()
export class KeyUses {
  private uses = new Map<number, KeyUse>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: KeyUsesRepository,
    private readonly addresses: ClientIps,
  ) {}

  record(keyId: number, nowMs: number, request: IncomingMessage): void {
    const minute = Math.floor(nowMs / minuteMs);
    if (this.uses.get(keyId)?.minute !== minute)
      this.uses.set(keyId, { minute, address: this.addresses.of(request) || null });
  }

  /** Writes the collected uses, or keeps them for the next time. @throws when the database is unreachable */
  async flush(): Promise<void> {
    const recorded = this.uses;
    this.uses = new Map();
    // Sorted, so that processes lock rows in the same order and cannot deadlock.
    const uses = [...recorded].sort(([left], [right]) => left - right);
    try {
      while (uses.length > 0) {
        await this.repository.write(this.dataSource, uses.slice(0, batchSize));
        uses.splice(0, batchSize);
      }
    } catch (error) {
      for (const [keyId, use] of uses) if (!this.uses.has(keyId)) this.uses.set(keyId, use);
      throw error;
    }
  }
}
