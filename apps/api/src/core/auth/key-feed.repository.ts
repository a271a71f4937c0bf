import { Inject, Injectable } from '@nestjs/common';
import { AddressRanges } from '../../platform/address-ranges';
import { ENV, type Env } from '../../platform/config/env';
import { Connection } from '../../platform/database/connection';
import type { Db } from '../../platform/database/db';
import type { KeyEnd, KeyRecord } from './key-record';

/** Rows per page: few enough that processing a page barely delays a request. */
export const feedPageSize = 2_000;

/** The connection's name in pg_stat_activity. Each API process has one, so `countProcesses` counts them. */
export const feedConnectionName = 'loupe-keys';

// Ordered by change mark, so that a full read also sees keys that change during it. Returns the time even without keys.
const changes = {
  name: 'key-changes',
  text: `
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8, changed.*
      FROM (SELECT) AS once LEFT JOIN (
    SELECT k.id, k.account_id, k.key_family_id, k.hash, k.rate_per_second, k.allowed_ips, k.change_mark,
           (extract(epoch FROM coalesce(k.revoked_at, least(k.expires_at, k.retires_at))) * 1000)::float8 AS ends_at_ms,
           CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
                WHEN k.retires_at <= coalesce(k.expires_at, 'infinity') THEN 'replaced' ELSE 'expired' END AS key_end,
           a.status <> 'active' AS suspended
      FROM api_keys k JOIN account_profiles a ON a.id = k.account_id
     WHERE k.change_mark > $1
     ORDER BY k.change_mark LIMIT ${feedPageSize}) AS changed ON true
     ORDER BY changed.change_mark`,
};

/** The next changed keys, oldest change first, at most {@link feedPageSize}. */
export interface KeyChanges {
  readonly keys: KeyRecord[];
  readonly databaseMs: number;
}

type KeyRow = [string, string, string, Buffer, number | null, string[] | null, string, number | null, KeyEnd, boolean];

/** Reads changed keys. Uses its own connection, so that a busy pool does not delay a revocation. */
@Injectable()
export class KeyFeedRepository {
  private readonly connection: Connection;

  constructor(@Inject(ENV) private readonly env: Pick<Env, 'DATABASE_URL' | 'RATE_LIMIT_PER_SECOND'>) {
    this.connection = new Connection(env.DATABASE_URL!, { name: feedConnectionName });
  }

  /** Reads the changes after a mark. Rejects when the database is unreachable. */
  async changesAfter(changeMark: number): Promise<KeyChanges> {
    const result = await this.connection.query(changes.text, [changeMark], changes.name);
    const rows = result as [number, ...(KeyRow | null[])][];
    const keys = rows.filter(([, id]) => id !== null).map(([, ...row]) => this.toRecord(row as KeyRow));
    return { keys, databaseMs: rows[0]![0] };
  }

  /** The number of API processes on this database. PostgreSQL drops the connections of dead processes. */
  async countProcesses(db: Db): Promise<number> {
    const [{ processes }] = await db.query(
      `SELECT count(*)::int AS processes FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
      [feedConnectionName],
    );
    return processes;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** bigint columns arrive as strings. Ids and marks stay far below 2^53. */
  private toRecord([
    id,
    accountId,
    keyFamilyId,
    hash,
    rate,
    allowedIps,
    mark,
    endsAtMs,
    end,
    suspended,
  ]: KeyRow): KeyRecord {
    return {
      id: Number(id),
      accountId: Number(accountId),
      keyFamilyId: Number(keyFamilyId),
      hash: hash.toString('hex'),
      ratePerSecond: rate ?? this.env.RATE_LIMIT_PER_SECOND,
      endsAtMs: endsAtMs ?? Number.POSITIVE_INFINITY,
      end,
      suspended,
      allowedAddresses: allowedIps ? new AddressRanges(allowedIps) : undefined,
      changeMark: Number(mark),
    };
  }
}
