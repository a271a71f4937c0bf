import { Module } from '@nestjs/common';
import { AuthModule } from '../core/auth/auth.module';
import { PaymentsModule } from '../core/billing/payments/payments.module';
import { StripeController } from './stripe.controller';

/** `POST /payments/stripe`, which exists only if card payments are configured. */
@Module({ imports: [AuthModule, PaymentsModule], controllers: [StripeController] })
export class StripeModule {}
