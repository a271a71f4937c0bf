import { Module } from '@nestjs/common';
import { AccountController } from './account/account.controller';
import { AccountService } from './account/account.service';
import { WebhookController } from './account/webhook.controller';
import { WebhookService } from './account/webhook.service';
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
import { CustomersController } from './support/customers.controller';
import { CustomersService } from './support/customers.service';
import { MoneyController } from './support/money.controller';
import { MoneyService } from './support/money.service';
import { OversightController } from './support/oversight.controller';
import { OversightService } from './support/oversight.service';
import { RatesController } from './support/rates.controller';
import { RatesService } from './support/rates.service';
import { OwnAccountController, SupportedAccountController } from './views/account-views.controllers';
import { AccountViewsService } from './views/account-views.service';

/** The JSON API behind the dashboard's pages. */
@Module({
  controllers: [
    SessionController,
    SessionsController,
    PasswordController,
    SecondFactorController,
    AccountController,
    WebhookController,
    OwnAccountController,
    KeysController,
    OperationsController,
    CustomersController,
    SupportedAccountController,
    MoneyController,
    RatesController,
    OversightController,
  ],
  providers: [
    AccountService as never,
    WebhookService as never,
    KeysService as never,
    OperationsService as never,
    PasswordService as never,
    SecondFactorService as never,
    SessionService as never,
    CustomersService as never,
    MoneyService as never,
    OversightService as never,
    RatesService as never,
    AccountViewsService as never,
  ],
})
export class DashboardModule {}
