import { Inject, Module, type OnApplicationBootstrap, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { DatabaseModule } from '../database/database.module';
import { Notifications } from '../database/notifications';
import { PeriodicJob } from '../jobs/periodic-job';
import { LOGGER } from '../observability/logger';
import { UsageModule } from '../usage/usage.module';
import { AccountStanding } from './account-standing';
import { BalancesRepository } from './balances.repository';
import { ChargeConnection } from './charge-connection';
import { ChargeQueue } from './charge-queue';
import { ChargesRepository } from './charges.repository';
import { Funds } from './funds';
import { LedgerRepository } from './ledger.repository';
import { LiveBalances } from './live-balances';
import { Reversals } from './reversals';
import { TopUps } from './top-ups';
import { WebhookOutbox } from './webhooks/webhook-outbox';
import { Webhooks } from './webhooks/webhooks';

const deliverEveryMs = 5_000;

const funds: Provider = {
  provide: Funds,
  inject: [DataSource, Notifications],
  useFactory: (dataSource: DataSource, notifications: Notifications) =>
    new Funds(new LiveBalances(new BalancesRepository(dataSource)), notifications),
};

const chargeQueue: Provider = {
  provide: ChargeQueue,
  inject: [ENV, Funds, LOGGER],
  useFactory: (env: Env, known: Funds, logger: Logger) => {
    const connection = new ChargeConnection(env.DATABASE_URL!);
    return new ChargeQueue(new ChargesRepository(connection), connection, {
      onOutcome: (accountId, outcome) => known.learn(accountId, outcome),
      onFault: (error) => logger.error({ err: error }, 'charges could not be committed'),
    });
  },
};

const topUps: Provider = {
  provide: TopUps,
  inject: [DataSource, ENV],
  useFactory: (dataSource: DataSource, env: Env) => new TopUps(dataSource, env.TOP_UP_CONFIRM_USD),
};

const onDataSource: Provider[] = [Reversals, AccountStanding, LedgerRepository, Webhooks].map((type) => ({
  provide: type,
  inject: [DataSource],
  useFactory: (dataSource: DataSource) => new type(dataSource),
}));

/** Money: balances, charges, what support does to them, and word of low balances. */
@Module({
  imports: [DatabaseModule, UsageModule],
  providers: [funds, chargeQueue, topUps, ...onDataSource],
  exports: [Funds, ChargeQueue, TopUps, Reversals, AccountStanding, LedgerRepository, Webhooks],
})
export class BillingModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly deliveries: PeriodicJob;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
    @Inject(ChargeQueue) private readonly charges: ChargeQueue,
  ) {
    const outbox = new WebhookOutbox(dataSource);
    const onFault = (error: unknown) => logger.warn({ err: error }, 'sending webhooks failed');
    this.deliveries = new PeriodicJob(() => outbox.deliver(), deliverEveryMs, onFault);
  }

  onApplicationBootstrap(): void {
    this.deliveries.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.charges.close();
    await this.deliveries.stop();
  }
}
