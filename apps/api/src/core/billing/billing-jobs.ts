import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { ChargeKeysRepository } from './charge-keys.repository';
import { InDoubtCharges } from './in-doubt-charges';
import { KeyCapsRepository } from './key-caps.repository';
import { CloseMonths } from './month-close/close-months';
import { describeDifferences, ReconcileRuns } from './reconcile/reconcile';

const closeMonthsEveryMs = 3_600_000;
const dropSpendEveryMs = 3_600_000;
const dropKeysEveryMs = 30_000;
const reverseEveryMs = 1_000;
/** How often each process checks whether the daily reconciliation is due. */
const reconcileEveryMs = 600_000;

/** The periodic jobs of billing. */
@Injectable()
export class BillingJobs implements OnApplicationBootstrap {
  private readonly jobs: PeriodicJobs;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly reconcileRuns: ReconcileRuns,
    private readonly inDoubt: InDoubtCharges,
    chargeKeys: ChargeKeysRepository,
    caps: KeyCapsRepository,
    private readonly closeMonths: CloseMonths,
    dataSource: DataSource,
    failures: OutageLog,
  ) {
    this.jobs = new PeriodicJobs(
      failures,
      ['dropping old spending of keys', dropSpendEveryMs, () => caps.dropOldSpend(dataSource)],
      ['dropping expired idempotency keys', dropKeysEveryMs, () => chargeKeys.dropExpired(dataSource)],
      ['reversing late charges', reverseEveryMs, () => inDoubt.flush()],
      ['month close', closeMonthsEveryMs, () => this.closePastMonths()],
      ['checking the books', reconcileEveryMs, () => this.reconcile()],
    );
  }

  onApplicationBootstrap(): void {
    this.jobs.start();
  }

  /** Stops the jobs. Call it after the last charge, so that the last reversals are not missed. */
  async stop(): Promise<void> {
    await this.jobs.stop();
    await this.inDoubt.end();
  }

  /** Closes months only if the last reconciliation found no difference. */
  private async closePastMonths(): Promise<void> {
    if ((await this.reconcileRuns.last())?.differences !== 0) return;
    const { closed, dropped } = await this.closeMonths.runToday();
    if (closed.length + dropped.length > 0) this.logger.info({ closed, dropped }, 'closed or dropped ledger months');
  }

  private async reconcile(): Promise<void> {
    const differences = await this.reconcileRuns.runWhenDue();
    if (differences.length > 0) this.logger.error(describeDifferences(differences));
  }
}
