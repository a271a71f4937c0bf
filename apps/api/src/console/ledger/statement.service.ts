import { formatUsd } from '@loupe/dto';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { type DailyEntrySum, LedgerRepository } from '../../core/billing/ledger.repository';
import { UsageTotals } from '../../core/usage/usage-totals';
import { type UsageTotal, UsageTotalsRepository } from '../../core/usage/usage-totals.repository';
import { clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { utcDay } from '../../platform/utc-days';
import type { SignedIn } from '../access/signed-in';
import { firstItems } from '../fields/page';
import { bySpend, keyTotalsView, maxKeysShown, usageTotalsView } from '../fields/usage-sums';
import { csvDownload } from '../http/csv';
import { viewFor } from './ledger.service';
import type { StatementDay, StatementView } from './statement.dto';
import { statementColumns, statementRows } from './statement-rows';

const maxEntries = { shown: 100, inCsv: 500 };
/** With the other members, the answer stays below 100 KB. */
const maxEntryBytes = 50_000;

/** Builds the statement of a month. Charges come from the usage totals, which reconciliation checks against the ledger. */
@Injectable()
export class StatementService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly ledger: LedgerRepository,
    private readonly totals: UsageTotals,
    private readonly usage: UsageTotalsRepository,
    private readonly keys: ApiKeys,
  ) {}

  async csv(accountId: number, user: SignedIn, month?: string): Promise<StreamableFile> {
    const statement = await this.readWith(accountId, user, month, maxEntries.inCsv);
    async function* rows() {
      yield statementRows(statement);
    }
    return csvDownload(`statement-${statement.month}`, statementColumns, rows());
  }

  async read(accountId: number, user: SignedIn, month?: string): Promise<StatementView> {
    const statement = await this.readWith(accountId, user, month, maxEntries.shown);
    const newest = firstItems(statement.entries.reverse(), { bytes: maxEntryBytes });
    return { ...statement, entries: newest.reverse(), by_key: statement.by_key.slice(0, maxKeysShown) };
  }

  private async readWith(
    accountId: number,
    user: SignedIn,
    month = new Date(clock.wallMs()).toISOString().slice(0, 7),
    entries: number,
  ): Promise<StatementView> {
    const { name } = await this.accounts.read(this.dataSource, accountId);
    const [fromMs, toMs] = [startOf(month), startOf(month, 1)];
    const [from, to] = [utcDay(fromMs), utcDay(toMs - 1)];
    const sums = await this.totals.inSnapshot((db) => this.sums(db, accountId, fromMs, toMs, entries));
    const byOperation = sums.operations.sort(bySpend);
    const names = await this.keys.names(
      [accountId],
      sums.keys.map(({ keyId }) => keyId!),
    );
    const days = daysOf(sums.days, sums.entrySums, sums.openingMicros);
    const totalUsd = (kind: DailyEntrySum['kind']) =>
      formatUsd(sumOf(sums.entrySums.filter((sum) => sum.kind === kind).map((sum) => sum.amountMicros)));
    const charged = sumOf(sums.days.map(({ chargedMicros }) => chargedMicros));
    return {
      account_id: `${accountId}`,
      account_name: name,
      month,
      from,
      to,
      as_of: new Date(Math.min(toMs, clock.wallMs())).toISOString(),
      opening_usd: formatUsd(sums.openingMicros),
      top_ups_usd: totalUsd('top_up'),
      charges_usd: formatUsd(-charged),
      refunds_usd: totalUsd('refund'),
      debts_usd: totalUsd('debt'),
      reversals_usd: totalUsd('reversal'),
      adjustments_usd: totalUsd('adjustment'),
      closing_usd: days.at(-1)?.closing_usd ?? formatUsd(sums.openingMicros),
      requests: sums.days.reduce((total, { requests }) => total + requests, 0),
      charged_requests: sums.days.reduce((total, { chargedRequests }) => total + chargedRequests, 0),
      days,
      entries: sums.entries.reverse().map(viewFor(user)),
      by_operation: byOperation.map((sum) => ({ operation: sum.operation!, ...usageTotalsView(sum) })),
      by_key: sums.keys.sort(bySpend).map((sum) => keyTotalsView(sum, names)),
    };
  }

  /** Runs the queries one after the other, because a transaction has one connection. */
  private async sums(db: Db, accountId: number, fromMs: number, toMs: number, entries: number) {
    const [fromDay, toDay] = [utcDay(fromMs), utcDay(toMs - 1)];
    const by = (dimension: 'time' | 'operation' | 'key') =>
      this.usage.list(db, { accountId, fromDay, toDay, interval: 'day', by: [dimension] });
    const entriesMicros = await this.ledger.sumBefore(db, accountId, fromMs);
    return {
      openingMicros: entriesMicros - (await this.usage.spentBefore(db, accountId, fromDay)),
      entrySums: await this.ledger.sumsByDay(db, accountId, fromMs, toMs),
      entries: await this.ledger.list(db, accountId, { exceptCharges: true, fromMs, toMs }, entries),
      days: await by('time'),
      operations: (await by('operation')).filter(isCharged),
      keys: (await by('key')).filter(isCharged),
    };
  }
}

function daysOf(
  usage: readonly UsageTotal[],
  entrySums: readonly DailyEntrySum[],
  openingMicros: bigint,
): StatementDay[] {
  const used = new Map(usage.map((sum) => [utcDay(sum.time!.getTime()), sum]));
  let balanceMicros = openingMicros;
  return [...new Set([...used.keys(), ...entrySums.map(({ day }) => day)])].sort().map((day) => {
    const sum = used.get(day);
    const chargedMicros = sum?.chargedMicros ?? 0n;
    const otherMicros = sumOf(entrySums.filter((entry) => entry.day === day).map(({ amountMicros }) => amountMicros));
    balanceMicros += otherMicros - chargedMicros;
    return {
      day,
      requests: sum?.requests ?? 0,
      charged_requests: sum?.chargedRequests ?? 0,
      charges_usd: formatUsd(-chargedMicros),
      other_usd: formatUsd(otherMicros),
      closing_usd: formatUsd(balanceMicros),
    };
  });
}

const isCharged = ({ chargedRequests }: UsageTotal): boolean => chargedRequests > 0;

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, micros) => sum + micros, 0n);

/** The start of a month (`2026-11`), in epoch milliseconds. */
function startOf(month: string, later = 0): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number - 1 + later);
}
