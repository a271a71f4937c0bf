import { Pool } from 'pg';
import type { KeyEnd, KeyRecord } from './key-record';

/** Small enough that reading one page into memory does not hold up a request for long. */
export const feedPageSize = 2_000;

/** How the database lists the connection. Every API process has exactly one. */
export const feedConnectionName = 'loupe-keys';

const deadlineMs = 5_000;

// By mark, so that reading everything is reading all changes since the beginning: what changes meanwhile comes again later.
const changes = {
  name: 'key-changes',
  text: `
    SELECT k.id, k.account_id, k.lineage_id, k.hash, k.rate_per_second, k.allowed_ips, k.change_mark,
           (extract(epoch FROM coalesce(k.revoked_at, least(k.expires_at, k.retires_at))) * 1000)::float8,
           CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
                WHEN k.retires_at <= coalesce(k.expires_at, 'infinity') THEN 'replaced' ELSE 'expired' END,
           a.status = 'suspended'
      FROM api_keys k JOIN accounts a ON a.id = k.account_id
     WHERE k.change_mark > $1
     ORDER BY k.change_mark LIMIT ${feedPageSize}`,
  rowMode: 'array' as const,
};

type Row = [string, string, string, Buffer, number | null, string[] | null, string, number | null, KeyEnd, boolean];

/**
 * Reads keys from the database in the order of their changes. It has a connection of its own, because a pool that is busy
 * or hangs must not keep a revocation from arriving; a connection that fails or stays silent is replaced by a new one.
 */
export class KeyFeed {
  private readonly pool: Pool;

  /** @param defaultRatePerSecond of keys that have no rate of their own. */
  constructor(
    url: string,
    private readonly defaultRatePerSecond: number,
  ) {
    this.pool = new Pool({
      connectionString: url,
      application_name: feedConnectionName,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: deadlineMs,
      query_timeout: deadlineMs,
    });
    // Without a listener the loss of an idle connection would end the process; the next query notices it anyway.
    this.pool.on('error', () => undefined);
  }

  /** The next {@link feedPageSize} keys that changed after the mark, oldest change first. Rejects when the database is out of reach. */
  async changesAfter(changeMark: number): Promise<KeyRecord[]> {
    const { rows } = await this.pool.query<Row>({ ...changes, values: [changeMark] });
    return rows.map((row) => this.toRecord(row));
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  /** bigint columns arrive as strings; ids and marks stay far below 2^53. */
  private toRecord([id, accountId, lineageId, hash, rate, allowedIps, mark, endsAtMs, end, suspended]: Row): KeyRecord {
    return {
      id: Number(id),
      accountId: Number(accountId),
      lineageId: Number(lineageId),
      hash,
      ratePerSecond: rate ?? this.defaultRatePerSecond,
      endsAtMs: endsAtMs ?? Number.POSITIVE_INFINITY,
      end,
      suspended,
      allowedIps,
      changeMark: Number(mark),
    };
  }
}
