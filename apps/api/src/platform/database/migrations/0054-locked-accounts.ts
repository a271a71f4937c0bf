import type { MigrationInterface, QueryRunner } from 'typeorm';
import { insertUsage, names, recordArrays, unnested } from './0006-charge-batch';

/**
 * Charging beside accounts that somebody else holds locked. A batch waits so many milliseconds for each account, and then
 * fails; one that does not wait passes over the accounts that are locked at this moment, and says `locked` of their requests.
 * The function without that parameter stays for processes of the version before.
 */
export class LockedAccounts1763700000054 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE FUNCTION charge_batch(${recordArrays}, lineage_ids bigint[], wait_ms integer)
      RETURNS TABLE (refusal text, balance bigint) LANGUAGE plpgsql AS $$
      #variable_conflict use_column
      DECLARE
        cap_refusals text[];
        locked bigint[] := '{}';
      BEGIN
        -- Of whatever else somebody may hold, one that does not wait bears with what is about to be released.
        PERFORM set_config('lock_timeout', CASE WHEN wait_ms > 0 THEN wait_ms ELSE 5 END || 'ms', true);
        IF wait_ms > 0 THEN
          -- In the order of ids, here and wherever several accounts are locked: so that no two batches wait for each other.
          PERFORM FROM accounts WHERE id = ANY (account_ids) ORDER BY id FOR NO KEY UPDATE;
        ELSE
          WITH taken AS (SELECT id FROM accounts WHERE id = ANY (account_ids) FOR NO KEY UPDATE SKIP LOCKED)
          SELECT array_agg(id) INTO locked FROM accounts WHERE id = ANY (account_ids) AND id NOT IN (SELECT id FROM taken);
        END IF;
        IF EXISTS (SELECT FROM key_caps WHERE lineage_id = ANY (lineage_ids)) THEN
          cap_refusals := cap_refusals_of(request_ids, lineage_ids, prices);
        END IF;
        RETURN QUERY
        WITH asked AS (
          SELECT *, sum(price) FILTER (WHERE cap_refusal IS NULL) OVER (PARTITION BY account_id ORDER BY n) AS running
          FROM ${unnested}, cap_refusals) WITH ORDINALITY AS t (${names}, cap_refusal, n)
        ), judged AS (
          SELECT asked.*, a.balance_micros AS opening,
            CASE WHEN a.id = ANY (locked) THEN 'locked'
              WHEN a.status <> 'active' THEN 'suspended'
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
    // What a rehearsal of charges ends in, so that nothing of it is kept whatever becomes of its connection.
    await db.query(`
      CREATE FUNCTION undo_rehearsal(charges bigint) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'a rehearsal of % charges, undone on purpose', charges USING ERRCODE = 'data_exception';
      END $$`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP FUNCTION undo_rehearsal');
    await db.query(`DROP FUNCTION charge_batch(${recordArrays}, lineage_ids bigint[], wait_ms integer)`);
  }
}
