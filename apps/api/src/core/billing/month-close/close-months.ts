import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { ENV, type Env } from '../../../platform/config/env';
import { advisoryLocks, tryWithLock } from '../../../platform/database/advisory-lock';
import { databaseNowMs } from '../../../platform/database/clock.repository';
import { withLongStatements } from '../../../platform/database/data-source';
import { dayMs } from '../../../platform/utc-days';
import { countUsage } from '../../usage/usage-totals.repository';
import { checkChain } from './closed-month-checks';
import { type ClosedMonth, ClosedMonthsRepository } from './closed-months.repository';
import { LedgerExport } from './ledger-export';
import { digestOf, firstHash, link, rowsPerBlock } from './month-chain';

/** This long after a month, no row of it can appear: in-doubt charges are resolved, and slow clocks have caught up. */
const graceMs = 3 * dayMs;

interface CloseResult {
  readonly closed: readonly string[];
  readonly dropped: readonly string[];
}

/** Closes past months. Exports those older than `LEDGER_DETAIL_MONTHS`, and drops their rows. */
@Injectable()
export class CloseMonths {
  constructor(
    private readonly dataSource: DataSource,
    private readonly months: ClosedMonthsRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'LEDGER_DETAIL_MONTHS' | 'LEDGER_EXPORT_DIR'>,
  ) {}

  /** Uses the database's clock, because a fast local clock could close a month too early. */
  async runToday(): Promise<CloseResult> {
    return this.run(await databaseNowMs(this.dataSource));
  }

  /** Closes and exports all due months, in one process at a time. @throws {Error} when totals or an export are wrong */
  async run(nowMs: number): Promise<CloseResult> {
    const closed: string[] = [];
    const dropped: string[] = [];
    await withLongStatements(this.dataSource, (db) =>
      tryWithLock(db, advisoryLocks.closeMonths, async () => {
        for (const month of await this.months.open(db, monthBefore(nowMs - graceMs, 1))) {
          if (!(await this.months.stopWrites(db, month))) break;
          await this.close(db, month);
          closed.push(month);
        }
        const { LEDGER_DETAIL_MONTHS: detailMonths, LEDGER_EXPORT_DIR: directory } = this.env;
        if (detailMonths === undefined || directory === undefined) return;
        for (const month of await this.months.list(db)) {
          if (month.dropped || month.month >= monthBefore(nowMs, detailMonths)) continue;
          await this.exportAndDrop(db, month, new LedgerExport(directory));
          dropped.push(month.month);
        }
      }),
    );
    return { closed, dropped };
  }

  private async close(db: QueryRunner, month: string): Promise<void> {
    const previousHash = (await this.months.list(db)).at(-1)?.hash ?? firstHash;
    const blockHashes: Buffer[] = [];
    let transfers = 0;
    for await (const { rows, bytes } of this.months.blocks(db, month, rowsPerBlock)) {
      transfers += rows;
      blockHashes.push(link(blockHashes.at(-1) ?? previousHash, digestOf(bytes)));
    }
    await db.manager.transaction(async (manager) => {
      await countUsage(manager);
      await this.months.writeTotals(manager, month);
      const wrong = await this.months.disagreements(manager, month);
      if (wrong > 0)
        throw new Error(`${month} is not closed: totals and ledger of ${wrong} accounts differ; run loupe reconcile`);
      const totalsHash = await this.months.totalsHash(manager, month);
      const hash = link(blockHashes.at(-1) ?? previousHash, totalsHash);
      await this.months.insert(manager, { month, transfers, previousHash, blockHashes, totalsHash, hash });
    });
  }

  /** Drops the rows only after the export has been read back and verified. */
  private async exportAndDrop(db: QueryRunner, closed: ClosedMonth, files: LedgerExport): Promise<void> {
    let { manifestHash } = closed;
    if (manifestHash === null) {
      manifestHash = await files.write(closed, this.months.blocks(db, closed.month, rowsPerBlock));
      await this.months.recordExport(db, closed.month, manifestHash);
    }
    const [difference] = await checkChain(closed, files.read(closed.month, manifestHash));
    if (difference) throw new Error(`the export of ${closed.month} is wrong, so its rows stay: ${difference.subject}`);
    await this.months.drop(db, closed.month);
  }
}

function monthBefore(nowMs: number, months: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
}
