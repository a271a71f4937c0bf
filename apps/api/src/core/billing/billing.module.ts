import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { DatabaseModule } from '../../platform/database/database.module';
import { Notifications } from '../../platform/database/notifications';
import { PeriodicJob } from '../../platform/jobs/periodic-job';
import { LOGGER } from '../../platform/observability/logger';
import { Metrics } from '../../platform/observability/metrics';
import { Readiness } from '../../platform/observability/readiness';
import { SecretsModule } from '../../platform/secrets/secrets.module';
import { UsageModule } from '../usage/usage.module';
import { BalancesRepository } from './balances.repository';
import { chargeConnection } from './charge-connection';
import { ChargeQueue } from './charge-queue';
import { ChargesRepository } from './charges.repository';
import { Funds } from './funds';
import { LedgerRepository } from './ledger.repository';
import { LiveBalances } from './live-balances';
import { describeDifferences } from './reconcile/reconcile';
import { ReconcileRuns } from './reconcile/reconcile-runs';
import { Refunds } from './refunds';
import { Reversals } from './reversals';
import { TopUps } from './top-ups';
import { WebhookOutbox } from './webhooks/webhook-outbox';
import { WebhookSecrets } from './webhooks/webhook-secrets';
import { Webhooks } from './webhooks/webhooks';
import { WebhooksRepository } from './webhooks/webhooks.repository';

const deliverEveryMs = 5_000;
const refundEveryMs = 1_000;
/** Each process looks so often whether the daily check of the books is due. */
const reconcileEveryMs = 600_000;

const funds: Provider = {
  provide: Funds,
  inject: [DataSource, Notifications],
  useFactory: (dataSource: DataSource, notifications: Notifications) =>
    new Funds(new LiveBalances(new BalancesRepository(dataSource)), notifications),
};

const refunds: Provider = {
  provide: Refunds,
  inject: [Reversals, LOGGER],
  useFactory: (reversals: Reversals, logger: Logger) => new Refunds(reversals, logger),
};

const chargeQueue: Provider = {
  provide: ChargeQueue,
  inject: [ENV, Funds, Refunds, LOGGER],
  useFactory: (env: Env, known: Funds, back: Refunds, logger: Logger) => {
    const connection = chargeConnection(env.DATABASE_URL!);
    return new ChargeQueue(new ChargesRepository(connection), connection, {
      onOutcome: (accountId, outcome) => known.learn(accountId, outcome),
      onFault: (error) => logger.error({ err: error }, 'charges could not be committed'),
      onRecovery: () => logger.info('charges are committed again'),
      onDoubt: (records) => back.doubt(records.map(({ requestId }) => requestId)),
      onChargedInVain: ({ requestId }) => back.add(requestId),
    });
  },
};

const topUps: Provider = {
  provide: TopUps,
  inject: [DataSource, ENV],
  useFactory: (dataSource: DataSource, env: Env) => new TopUps(dataSource, env.TOP_UP_CONFIRM_USD),
};

const onDataSource: Provider[] = [Reversals, LedgerRepository, ReconcileRuns].map((type) => ({
  provide: type,
  inject: [DataSource],
  useFactory: (dataSource: DataSource) => new type(dataSource),
}));

const webhooks = [WebhooksRepository, WebhookSecrets, Webhooks, WebhookOutbox];

/** Money: balances, charges, what support does to them, and word of low balances. */
@Module({
  imports: [DatabaseModule, SecretsModule, UsageModule],
  providers: [funds, refunds, chargeQueue, topUps, ...onDataSource, ...webhooks],
  exports: [Funds, ChargeQueue, TopUps, Reversals, LedgerRepository, Webhooks, ReconcileRuns],
})
export class BillingModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly jobs: PeriodicJob[];

  constructor(
    @Inject(LOGGER) logger: Logger,
    @Inject(Metrics) metrics: Metrics,
    @Inject(ReconcileRuns) runs: ReconcileRuns,
    @Inject(Readiness) readiness: Readiness,
    @Inject(Refunds) private readonly refunds: Refunds,
    @Inject(ChargeQueue) private readonly charges: ChargeQueue,
    @Inject(WebhookOutbox) outbox: WebhookOutbox,
    @Inject(WebhookSecrets) private readonly webhookSecrets: WebhookSecrets,
  ) {
    const job = (name: string, everyMs: number, work: () => Promise<void>) =>
      new PeriodicJob(work, everyMs, (error) => logger.warn({ err: error }, `${name} failed`));
    this.jobs = [
      job('sending webhooks', deliverEveryMs, () => outbox.deliver()),
      job('reversing what was charged too late', refundEveryMs, () => refunds.flush()),
      job('checking the books', reconcileEveryMs, async () => {
        const differences = await runs.runWhenDue();
        if (differences.length > 0) logger.error(describeDifferences(differences));
      }),
    ];
    readiness.require(() => charges.whenWritable(), 'charges cannot be committed');
    metrics.gauge('loupe_charges_waiting', 'Charges that wait for their batch', () => charges.length);
    metrics.gauge('loupe_charges_failing', '1 while no charge can be committed', () => Number(!charges.isWritable));
    metrics.gauge(
      'loupe_locked_accounts',
      'Accounts with charges that wait because somebody else holds the account locked in the database',
      () => charges.lockedAccounts,
    );
    metrics.gauge(
      'loupe_reconcile_differences',
      'Differences that the last daily check of the books found; -1 before the first',
      () => runs.latest?.differences ?? -1,
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.webhookSecrets.sealOlder();
    for (const job of this.jobs) job.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.charges.close();
    await Promise.all(this.jobs.map((job) => job.stop()));
    await this.refunds.end();
  }
}
