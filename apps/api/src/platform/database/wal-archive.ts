import type { DataSource } from 'typeorm';

/** Returns a row if archiving fails, or if more than two WAL segments wait to be archived. */
const unarchivedSql = `
  SELECT extract(epoch FROM clock_timestamp() - greatest(last_archived_time, pg_postmaster_start_time()))::float8 AS seconds
  FROM pg_stat_archiver, pg_size_bytes(current_setting('wal_segment_size')) AS segment
  WHERE current_setting('archive_mode') <> 'off'
  AND (
    last_failed_time > coalesce(last_archived_time, '-infinity')
    OR coalesce(last_archived_wal, '') COLLATE "C" < pg_walfile_name(
      '0/0'::pg_lsn + greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') - 2 * segment, segment)
    )
  )`;

export class WalArchive {
  unarchivedSeconds = 0;

  constructor(private readonly dataSource: DataSource) {}

  async check(): Promise<void> {
    const [row] = await this.dataSource.query<{ seconds: number }[]>(unarchivedSql);
    this.unarchivedSeconds = row?.seconds ?? 0;
  }
}
