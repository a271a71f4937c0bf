import { type FactoryProvider, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { DatabaseModule } from '../../platform/database/database.module';
import { isDistributed } from '../../platform/database/distribution/distribution';
import { OutageLog } from '../../platform/database/outage-log';
import { Metrics } from '../../platform/observability/metrics';
import { Readiness } from '../../platform/observability/readiness';
import { UsageModule } from '../usage/usage.module';
import { AccountStatusRepository } from './account-status.repository';
import { BillingJobs } from './billing-jobs';
import { ChargeKeysRepository } from './charge-keys.repository';
import { batchMetrics, queueMetrics } from './charge-metrics';
import type { ChargeListener } from './charge-outcome';
import { ChargeQueues } from './charge-queues';
import { Debts } from './debts';
import { Funds, LiveBalances } from './funds';
import { InDoubtCharges } from './in-doubt-charges';
import { KeyCaps } from './key-caps';
import { KeyCapsRepository } from './key-caps.repository';
import { LedgerRepository } from './ledger.repository';
import { CloseMonths } from './month-close/close-months';
import { ClosedMonthsRepository } from './month-close/closed-months.repository';
import { PendingTopUpsRepository } from './pending-top-ups.repository';
import { ReconcileRuns } from './reconcile/reconcile';
import { ReconcileRepository } from './reconcile/reconcile.repository';
import { Reversals } from './reversals';
import { StaffTopUps } from './staff-top-ups';
import { TopUps } from './top-ups';
import { TopUpsRepository } from './top-ups.repository';

const chargeQueues: FactoryProvider<ChargeQueues> = {
  provide: ChargeQueues,
  inject: [DataSource, Funds, InDoubtCharges, OutageLog, Metrics, ENV],
  async useFactory(
    db: DataSource,
    funds: Funds,
    inDoubt: InDoubtCharges,
    failures: OutageLog,
    metrics: Metrics,
    env: Env,
  ) {
    const listener: ChargeListener = {
      onOutcome: (accountId, outcome) => funds.onOutcome(accountId, outcome),
      onError: (error) => failures.error({ err: error }, 'charges could not be committed'),
      onBatch: batchMetrics(metrics),
      onRecovery: () => failures.info('charges are committed again'),
      onInDoubt: (records) => inDoubt.record(records.map(({ requestId }) => requestId)),
      onLateCommit: ({ requestId }) => inDoubt.add(requestId),
    };
    return ChargeQueues.open(env.DATABASE_URL!, listener, {
      isDistributed: await isDistributed(db),
      idempotencySeconds: env.IDEMPOTENCY_SECONDS,
    });
  },
};

/** Balances, charges, top-ups, reversals and the month close. */
@Module({
  imports: [DatabaseModule, UsageModule],
  providers: [
    AccountStatusRepository,
    BillingJobs,
    ChargeKeysRepository,
    ClosedMonthsRepository,
    CloseMonths,
    Debts,
    Funds,
    InDoubtCharges,
    KeyCaps,
    KeyCapsRepository,
    LedgerRepository,
    LiveBalances,
    PendingTopUpsRepository,
    ReconcileRepository,
    ReconcileRuns,
    Reversals,
    StaffTopUps,
    TopUps,
    TopUpsRepository,
    chargeQueues,
  ],
  exports: [
    AccountStatusRepository,
    ChargeKeysRepository,
    Debts,
    Funds,
    KeyCaps,
    ChargeQueues,
    StaffTopUps,
    TopUps,
    Reversals,
    LedgerRepository,
    ReconcileRuns,
  ],
})
export class BillingModule implements OnApplicationShutdown {
  constructor(
    private readonly charges: ChargeQueues,
    private readonly jobs: BillingJobs,
    reconcileRuns: ReconcileRuns,
    metrics: Metrics,
    readiness: Readiness,
  ) {
    readiness.require(() => charges.whenWritable(), 'charges cannot be committed');
    queueMetrics(metrics, charges);
    metrics.gauge(
      'loupe_reconcile_differences',
      'Differences that the last daily reconciliation found; -1 before the first one',
      () => reconcileRuns.latest?.differences ?? -1,
    );
    metrics.gauge(
      'loupe_reconcile_last_run_timestamp_seconds',
      'When any process last reconciled the ledger; 0 before the first time',
      () => (reconcileRuns.latest?.at.getTime() ?? 0) / 1_000,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.charges.close();
    await this.jobs.stop();
  }
}
