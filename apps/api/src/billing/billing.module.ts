import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../config/env';
import { DatabaseModule } from '../database/database.module';
import { Notifications } from '../database/notifications';
import { LOGGER } from '../observability/logger';
import { UsageModule } from '../usage/usage.module';
import { BalancesRepository } from './balances.repository';
import { ChargeConnection } from './charge-connection';
import { ChargeQueue } from './charge-queue';
import { ChargesRepository } from './charges.repository';
import { Funds } from './funds';
import { LiveBalances } from './live-balances';

/** Money: balances, charges, and what support does to them. */
@Module({
  imports: [DatabaseModule, UsageModule],
  providers: [
    {
      provide: Funds,
      inject: [DataSource, Notifications],
      useFactory: (dataSource: DataSource, notifications: Notifications) =>
        new Funds(new LiveBalances(new BalancesRepository(dataSource)), notifications),
    },
    {
      provide: ChargeQueue,
      inject: [ENV, Funds, LOGGER],
      useFactory: (env: Env, funds: Funds, logger: Logger) => {
        const connection = new ChargeConnection(env.DATABASE_URL!);
        return new ChargeQueue(new ChargesRepository(connection), connection, {
          onOutcome: (accountId, outcome) => funds.learn(accountId, outcome),
          onFault: (error) => logger.error({ err: error }, 'charges could not be committed'),
        });
      },
    },
  ],
  exports: [Funds, ChargeQueue],
})
export class BillingModule implements OnApplicationShutdown {
  constructor(@Inject(ChargeQueue) private readonly charges: ChargeQueue) {}

  onApplicationShutdown(): Promise<void> {
    return this.charges.close();
  }
}
