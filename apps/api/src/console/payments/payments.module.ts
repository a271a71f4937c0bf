import { Module } from '@nestjs/common';
import { PaymentsModule as CorePaymentsModule } from '../../core/billing/payments/payments.module';
import { AccessModule } from '../access/access.module';
import { CustomerPaymentsController, PaymentsController } from './payments.controller';
import { PaymentsService } from './payments.service';

@Module({
  imports: [AccessModule, CorePaymentsModule],
  controllers: [CustomerPaymentsController, PaymentsController],
  providers: [PaymentsService],
})
export class PaymentsModule {}
