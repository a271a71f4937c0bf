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
import { KeyViewer } from './keys/key-viewer';
import { KeysController } from './keys/keys.controller';
import { KeysService } from './keys/keys.service';
import { OperationsController } from './operations/operations.controller';
import { OperationsService } from './operations/operations.service';
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
import { Browsers } from './shared/http/browsers';
import { DashboardGate } from './shared/http/dashboard-gate.middleware';
import { CustomersController } from './support/customers.controller';
import { CustomersRepository } from './support/customers.repository';
import { CustomersService } from './support/customers.service';
import { MoneyController } from './support/money.controller';
import { MoneyService } from './support/money.service';
import { NewCustomersService } from './support/new-customers.service';
import { OversightController } from './support/oversight.controller';
import { OversightService } from './support/oversight.service';
import { RatesController } from './support/rates.controller';
import { RatesService } from './support/rates.service';
import { StaffController } from './support/staff.controller';
import { StaffService } from './support/staff.service';
import { OwnAccountController, SupportedAccountController } from './views/account-views.controllers';
import { KeyNamesRepository } from './views/key-names.repository';
import { LedgerService } from './views/ledger.service';
import { OverviewService } from './views/overview.service';
import { RequestsService } from './views/requests.service';
import { UsageService } from './views/usage.service';
import { ViewServices } from './views/view-services';

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
