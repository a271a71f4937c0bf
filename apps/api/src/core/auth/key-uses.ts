import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { KeyUsesRepository } from './key-uses.repository';

const minuteMs = 60_000;
/** Rows of one statement: a batch neither grows without bound nor holds its locks for long. */
const batchSize = 5_000;

/** When each key was last used, to the minute. Requests note it in memory; it is written once a minute. */
@Injectable()
export class KeyUses {
  private minutes = new Map<number, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: KeyUsesRepository,
  ) {}

  note(keyId: number, nowMs: number): void {
    this.minutes.set(keyId, Math.floor(nowMs / minuteMs));
  }

  /** Writes what was noted; what cannot be written is kept for the next time. @throws when the database is out of reach. */
  async flush(): Promise<void> {
    const noted = this.minutes;
    this.minutes = new Map();
    // Sorted by id: two processes that lock rows in the same order cannot deadlock.
    const uses = [...noted].sort(([left], [right]) => left - right);
    try {
      while (uses.length > 0) {
        await this.repository.write(this.dataSource, uses.slice(0, batchSize));
        uses.splice(0, batchSize);
      }
    } catch (error) {
      for (const [keyId, minute] of uses) if (!this.minutes.has(keyId)) this.minutes.set(keyId, minute);
      throw error;
    }
  }
}
