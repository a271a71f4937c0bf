import { Module } from '@nestjs/common';
import { PaymentsModule } from '../core/billing/payments/payments.module';
import { StripeController } from './stripe.controller';

/** `POST /payments/stripe`, which exists only if card payments are configured. */
@Module({ imports: [PaymentsModule], controllers: [StripeController] })
export class StripeModule {}
