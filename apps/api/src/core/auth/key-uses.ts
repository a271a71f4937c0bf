import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientAddresses } from './client-addresses';
import { type KeyUse, KeyUsesRepository } from './key-uses.repository';

const minuteMs = 60_000;
/** Rows of one statement: a batch neither grows without bound nor holds its locks for long. */
const batchSize = 5_000;

/**
 * When each key was last used, to the minute, and from where in that minute first. Requests note it in memory; it is written once a
 * minute.
 */
@Injectable()
export class KeyUses {
  private uses = new Map<number, KeyUse>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: KeyUsesRepository,
    private readonly addresses: ClientAddresses,
  ) {}

  note(keyId: number, nowMs: number, request: IncomingMessage): void {
    const minute = Math.floor(nowMs / minuteMs);
    if (this.uses.get(keyId)?.minute !== minute)
      this.uses.set(keyId, { minute, address: this.addresses.of(request) || null });
  }

  /** Writes what was noted; what cannot be written is kept for the next time. @throws when the database is out of reach. */
  async flush(): Promise<void> {
    const noted = this.uses;
    this.uses = new Map();
    // Sorted by id: two processes that lock rows in the same order cannot deadlock.
    const uses = [...noted].sort(([left], [right]) => left - right);
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
