import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One array per column, one element per request: what `usageColumns` writes. */
export const recordArrays = `
  request_ids uuid[], account_ids bigint[], key_ids bigint[], operations text[], statuses smallint[], codes text[],
  units smallint[], prices bigint[], upstream_mss integer[], total_mss integer[], response_bytess bigint[], problems text[]`;

export const unnested = `unnest(request_ids, account_ids, key_ids, operations, statuses, codes, units, prices, upstream_mss,
  total_mss, response_bytess, problems`;

export const names =
  'request_id, account_id, key_id, operation, status, code, units, price, upstream_ms, total_ms, response_bytes, problem';

export const insertUsage = (charged: boolean) => `
  INSERT INTO usage_rows (request_id, account_id, key_id, operation, status, code, units, price_micros, charged,
    upstream_ms, total_ms, response_bytes, problem)
  SELECT request_id, account_id, key_id, operation, status, code, units, price, ${charged},
    upstream_ms, total_ms, response_bytes, problem`;

/**
 * The charge itself. Every statement of a PL/pgSQL function sees what was committed before it began: the first takes the
 * locks, so whatever another process did to these accounts meanwhile is seen by the others, which decide and write.
 */
export class ChargeBatch1763700000006 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await this.createCapRefusals(db);
    // Per request what refuses it, and the balance after it; of a refused one the balance before the whole batch.
    await db.query(`
      CREATE FUNCTION charge_batch(${recordArrays}, lineage_ids bigint[])
      RETURNS TABLE (refusal text, balance bigint) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        cap_refusals text[];
      BEGIN
        -- In the order of ids, here and wherever several accounts are locked: so that no two batches wait for each other.
        PERFORM FROM accounts WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE;
        IF EXISTS (SELECT FROM key_caps WHERE lineage_id = ANY (lineage_ids)) THEN
          cap_refusals := cap_refusals_of(request_ids, lineage_ids, prices);
        END IF;
        RETURN QUERY
        WITH asked AS (
          SELECT *, sum(price) FILTER (WHERE cap_refusal IS NULL) OVER (PARTITION BY account_id ORDER BY n) AS running
          FROM ${unnested}, cap_refusals) WITH ORDINALITY AS t (${names}, cap_refusal, n)
        ), judged AS (
          SELECT asked.*, a.balance_micros AS opening,
            CASE WHEN a.status <> 'active' THEN 'suspended'
              WHEN cap_refusal IS NOT NULL THEN cap_refusal
              WHEN running > a.balance_micros THEN 'balance' END AS refused
          FROM asked JOIN accounts a ON a.id = asked.account_id
        ), transferred AS (
          INSERT INTO transfers (id, account_id, house_account_id, amount_micros, balance_after_micros, kind)
          SELECT request_id, account_id, 1, -price, opening - running, 'charge' FROM judged WHERE refused IS NULL
        ), used AS (
          ${insertUsage(true)} FROM judged WHERE refused IS NULL RETURNING request_id
        ), noted AS (
          INSERT INTO usage_uncounted SELECT array_agg(request_id) FROM used HAVING count(*) > 0
        ), paid AS (
          UPDATE accounts a SET balance_micros = balance_micros - total
          FROM (SELECT account_id, sum(price)::bigint AS total FROM judged WHERE refused IS NULL GROUP BY 1) AS due
          WHERE a.id = due.account_id
        )
        SELECT refused, CASE WHEN refused IS NULL THEN (opening - running)::bigint ELSE opening END FROM judged ORDER BY n;
        IF cap_refusals IS NOT NULL THEN
          PERFORM count_towards_caps(request_ids, lineage_ids);
        END IF;
      END $$`);
    await db.query(`
      CREATE FUNCTION log_usage(${recordArrays}) RETURNS void LANGUAGE sql AS $$
        WITH used AS (
          ${insertUsage(false)} FROM ${unnested}) AS t (${names})
          -- A repeat after a lost connection finds its rows there, and counts them once.
          ON CONFLICT (request_id) DO NOTHING RETURNING request_id
        )
        INSERT INTO usage_uncounted SELECT array_agg(request_id) FROM used HAVING count(*) > 0
      $$`);
  }

  /** What caps refuse, and what counts towards them. The lock on the account guards the rows of its lineages too. */
  private async createCapRefusals(db: QueryRunner): Promise<void> {
    // In order of arrival; `again` where only a refused request before this one used up what is left.
    await db.query(`
      CREATE FUNCTION cap_refusals_of(request_ids uuid[], lineage_ids bigint[], prices bigint[]) RETURNS text[] LANGUAGE sql AS $$
        WITH asked AS (
          SELECT t.*, date_trunc('day', at, 'UTC')::date AS day, date_trunc('month', at, 'UTC')::date AS month
          FROM unnest(request_ids, lineage_ids, prices) WITH ORDINALITY AS t (request_id, lineage_id, price, n),
            uuid_extract_timestamp(request_id) AS at
        ), measured AS (
          SELECT n, price, asked.lineage_id, day, month,
            daily_cap_micros - coalesce(d.spent_micros, 0) AS day_left,
            monthly_cap_micros - coalesce(m.spent_micros, 0) AS month_left,
            sum(price) OVER (PARTITION BY asked.lineage_id, day ORDER BY n) AS day_running,
            sum(price) OVER (PARTITION BY asked.lineage_id, month ORDER BY n) AS month_running
          FROM asked LEFT JOIN key_caps USING (lineage_id)
          LEFT JOIN key_spend d ON (d.lineage_id, d.period, d.starts_on) = (asked.lineage_id, 'day', day)
          LEFT JOIN key_spend m ON (m.lineage_id, m.period, m.starts_on) = (asked.lineage_id, 'month', month)
        ), judged AS (
          SELECT *, CASE WHEN day_running > day_left THEN 'daily_cap' WHEN month_running > month_left THEN 'monthly_cap' END AS refused
          FROM measured
        ), closed AS (
          SELECT *,
            day_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY lineage_id, day), 0) AS day_rest,
            month_left - coalesce(sum(price) FILTER (WHERE refused IS NULL) OVER (PARTITION BY lineage_id, month), 0) AS month_rest
          FROM judged
        )
        SELECT array_agg(CASE WHEN refused IS NOT NULL AND coalesce(price <= day_rest, true) AND coalesce(price <= month_rest, true)
          THEN 'again' ELSE refused END ORDER BY n) FROM closed
      $$`);
    // Of the requests just asked for, those that are in the ledger now were accepted.
    await db.query(`
      CREATE FUNCTION count_towards_caps(request_ids uuid[], lineage_ids bigint[]) RETURNS void LANGUAGE sql AS $$
        INSERT INTO key_spend AS s (lineage_id, period, starts_on, spent_micros)
        SELECT lineage_id, period, date_trunc(period, uuid_extract_timestamp(id), 'UTC')::date, sum(-amount_micros)
        FROM unnest(request_ids, lineage_ids) AS asked (id, lineage_id) JOIN transfers USING (id) JOIN key_caps USING (lineage_id),
          (VALUES ('day'), ('month')) AS periods (period)
        GROUP BY 1, 2, 3
        ON CONFLICT (lineage_id, period, starts_on) DO UPDATE SET spent_micros = s.spent_micros + excluded.spent_micros
      $$`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION charge_batch, cap_refusals_of, count_towards_caps, log_usage');
  }
}
