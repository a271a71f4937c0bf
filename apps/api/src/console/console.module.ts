import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { dashboardApiPath } from './access/access';
import { AccessModule } from './access/access.module';
import { AccountModule } from './account/account.module';
import { AnswersModule } from './answers/answers.module';
import { CustomersModule } from './customers/customers.module';
import { DashboardGate } from './http/dashboard-gate.middleware';
import { KeysModule } from './keys/keys.module';
import { LedgerModule } from './ledger/ledger.module';
import { ManagementTokensModule } from './management-tokens/management-tokens.module';
import { MembersModule } from './members/members.module';
import { MoneyModule } from './money/money.module';
import { MonitorsModule } from './monitors/monitors.module';
import { NotificationsModule } from './notifications/notifications.module';
import { OperationsModule } from './operations/operations.module';
import { OversightModule } from './oversight/oversight.module';
import { PaymentsModule } from './payments/payments.module';
import { PlaygroundModule } from './playground/playground.module';
import { RequestsModule } from './requests/requests.module';
import { SecurityModule } from './security/security.module';
import { SessionModule } from './session/session.module';
import { StaffModule } from './staff/staff.module';
import { UsageModule } from './usage/usage.module';
import { WebhooksModule } from './webhooks/webhooks.module';

@Module({
  imports: [
    AccessModule,
    AnswersModule,
    SessionModule,
    SecurityModule,
    OperationsModule,
    PlaygroundModule,
    AccountModule,
    KeysModule,
    ManagementTokensModule,
    UsageModule,
    WebhooksModule,
    RequestsModule,
    LedgerModule,
    MembersModule,
    NotificationsModule,
    CustomersModule,
    MoneyModule,
    MonitorsModule,
    PaymentsModule,
    StaffModule,
    OversightModule,
  ],
})
export class ConsoleModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(DashboardGate).forRoutes(`/${dashboardApiPath}/{*path}`);
  }
}
