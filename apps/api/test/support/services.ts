import type { DataSource } from 'typeorm';
import { Accounts } from '../../src/core/accounts/accounts';
import { AccountsRepository } from '../../src/core/accounts/accounts.repository';
import { ChargeKeysRepository } from '../../src/core/billing/charge-keys.repository';
import { KeyCapsRepository } from '../../src/core/billing/key-caps.repository';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { ReconcileRuns } from '../../src/core/billing/reconcile/reconcile';
import { ReconcileRepository } from '../../src/core/billing/reconcile/reconcile.repository';
import { Reversals } from '../../src/core/billing/reversals';
import { TopUps } from '../../src/core/billing/top-ups';
import { TopUpsRepository } from '../../src/core/billing/top-ups.repository';
import { RequestLogRepository } from '../../src/core/usage/request-log.repository';
import { UsageLog } from '../../src/core/usage/usage-log';
import { UsagePartitions } from '../../src/core/usage/usage-partitions';
import { UsagePartitionsRepository } from '../../src/core/usage/usage-partitions.repository';
import { UsageTotals } from '../../src/core/usage/usage-totals';
import { UsageTotalsRepository } from '../../src/core/usage/usage-totals.repository';

export const topUpsOn = (dataSource: DataSource) =>
  new TopUps(dataSource, new LedgerRepository(), new TopUpsRepository());
export const reversalsOn = (dataSource: DataSource) =>
  new Reversals(dataSource, new LedgerRepository(), new ChargeKeysRepository(), new KeyCapsRepository());
export const accountsOn = (dataSource: DataSource) =>
  new Accounts(dataSource, new AccountsRepository(), new LedgerRepository());
export const reconcileRunsOn = (dataSource: DataSource) =>
  new ReconcileRuns(dataSource, new ReconcileRepository(), { LEDGER_EXPORT_DIR: undefined });
export const usageTotalsOn = (dataSource: DataSource) => new UsageTotals(dataSource, new UsageTotalsRepository());
export const usagePartitionsOn = (dataSource: DataSource, retentionDays: number) =>
  new UsagePartitions(dataSource, new UsagePartitionsRepository(), { USAGE_RETENTION_DAYS: retentionDays });
export const usageLogOn = (dataSource: DataSource, onFault: (error: unknown) => void = () => undefined) =>
  new UsageLog(dataSource, new RequestLogRepository(), { warn: ({ err }: { err: unknown }) => onFault(err) });
