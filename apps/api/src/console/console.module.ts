import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { AccountsModule } from '../core/accounts/accounts.module';
import { AuthModule } from '../core/auth/auth.module';
import { ClientAddresses } from '../core/auth/client-addresses';
import { ApiKeysModule } from '../core/auth/lifecycle/api-keys.module';
import { BillingModule } from '../core/billing/billing.module';
import { IdentityModule } from '../core/identity/identity.module';
import { UsageModule } from '../core/usage/usage.module';
import { UpstreamModule } from '../gateway/upstream/upstream.module';
import { AuditModule } from '../platform/audit/audit.module';
import { ENV, type Env } from '../platform/config/env';
import { AccountController } from './account/account.controller';
import { AccountService } from './account/account.service';
import { WebhookController } from './account/webhook.controller';
import { WebhookService } from './account/webhook.service';
import { CustomersController } from './customers/customers.controller';
import { CustomersRepository } from './customers/customers.repository';
import { CustomersService } from './customers/customers.service';
import { NewCustomersService } from './customers/invitations.service';
import { KeyViewer } from './keys/key-viewer';
import { KeysController } from './keys/keys.controller';
import { KeysService } from './keys/keys.service';
import { RatesController } from './keys/rate-requests.controller';
import { RatesService } from './keys/rate-requests.service';
import { LedgerService } from './ledger/ledger.service';
import { MoneyController } from './money/money.controller';
import { MoneyService } from './money/money.service';
import { OperationsController } from './operations/operations.controller';
import { OperationsService } from './operations/operations.service';
import { OversightController } from './oversight/oversight.controller';
import { OversightService } from './oversight/oversight.service';
import { RequestsService } from './requests/requests.service';
import { PasswordController } from './security/password.controller';
import { PasswordService } from './security/password.service';
import { SecondFactorController } from './security/second-factor.controller';
import { SecondFactorService } from './security/second-factor.service';
import { SessionController } from './session/session.controller';
import { SessionService } from './session/session.service';
import { SessionsController } from './session/sessions.controller';
import { AccessGuard } from './shared/access/access.guard';
import { KnownAccountPipe } from './shared/access/account-in-view';
import { dashboardApiPath } from './shared/access/dashboard-controller';
import { DashboardGate } from './shared/http/dashboard-gate.middleware';
import { Browsers } from './shared/http/request-origins';
import { StaffController } from './staff/staff.controller';
import { StaffService } from './staff/staff.service';
import { OwnAccountController, SupportedAccountController } from './usage/account-views.controllers';
import { KeyNamesRepository } from './usage/key-names.repository';
import { OverviewService } from './usage/overview.service';
import { UsageService } from './usage/usage.service';
import { ViewServices } from './usage/view-services';

const forEveryone = [
  { controllers: [SessionController, SessionsController], providers: [SessionService] },
  { controllers: [PasswordController, SecondFactorController], providers: [PasswordService, SecondFactorService] },
  { controllers: [OperationsController], providers: [OperationsService] },
];

const forOwners = [
  { controllers: [AccountController], providers: [AccountService, KnownAccountPipe] },
  { controllers: [WebhookController], providers: [WebhookService] },
  { controllers: [KeysController], providers: [KeysService, KeyViewer] },
  {
    controllers: [OwnAccountController, SupportedAccountController],
    providers: [ViewServices, OverviewService, UsageService, RequestsService, LedgerService, KeyNamesRepository],
  },
];

const forSupport = [
  { controllers: [CustomersController], providers: [CustomersService, CustomersRepository, NewCustomersService] },
  { controllers: [MoneyController], providers: [MoneyService] },
  { controllers: [RatesController], providers: [RatesService] },
  { controllers: [StaffController], providers: [StaffService] },
  { controllers: [OversightController], providers: [OversightService] },
];

const resources = [...forEveryone, ...forOwners, ...forSupport];

/** The JSON API behind the dashboard's pages. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    AuthModule,
    ApiKeysModule,
    BillingModule,
    UsageModule,
    UpstreamModule,
    IdentityModule,
  ],
  controllers: resources.flatMap(({ controllers }) => controllers as never[]),
  providers: [
    ...resources.flatMap(({ providers }) => providers as never[]),
    AccessGuard,
    {
      provide: Browsers,
      inject: [ENV, ClientAddresses],
      useFactory: (env: Env, addresses: ClientAddresses) => new Browsers(env, addresses),
    },
  ],
})
export class DashboardModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(DashboardGate).forRoutes(`/${dashboardApiPath}/{*path}`);
  }
}
