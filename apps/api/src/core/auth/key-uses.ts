import type { DataSource } from 'typeorm';

const minuteMs = 60_000;
/** Rows of one statement: a batch neither grows without bound nor holds its locks for long. */
const batchSize = 5_000;

/** When each key was last used, to the minute. Noted in memory by the request, written by the minute. */
export class KeyUses {
  private minutes = new Map<number, number>();

  constructor(private readonly dataSource: DataSource) {}

  note(keyId: number, nowMs: number): void {
    this.minutes.set(keyId, Math.floor(nowMs / minuteMs));
  }

  /** Writes what was noted. What could not be written is kept for the next time. @throws when the database is out of reach. */
  async flush(): Promise<void> {
    const noted = this.minutes;
    this.minutes = new Map();
    // In the order of ids, so that two processes never wait for each other's rows crosswise.
    const uses = [...noted].sort(([left], [right]) => left - right);
    try {
      while (uses.length > 0) {
        await this.write(uses.slice(0, batchSize));
        uses.splice(0, batchSize);
      }
    } catch (error) {
      for (const [keyId, minute] of uses) if (!this.minutes.has(keyId)) this.minutes.set(keyId, minute);
      throw error;
    }
  }

  private async write(uses: readonly (readonly [number, number])[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO api_key_uses (key_id, last_used_at)
       SELECT key_id, to_timestamp(minute * 60) FROM unnest($1::bigint[], $2::bigint[]) AS used (key_id, minute)
       ORDER BY key_id
       ON CONFLICT (key_id) DO UPDATE SET last_used_at = greatest(api_key_uses.last_used_at, excluded.last_used_at)`,
      [uses.map(([keyId]) => keyId), uses.map(([, minute]) => minute)],
    );
  }
}
