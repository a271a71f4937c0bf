import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { UsageModule as CoreUsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { OverviewService } from './overview.service';
import { UsageController } from './usage.controller';
import { UsageService } from './usage.service';

@Module({
  imports: [AccessModule, ApiKeysModule, CoreUsageModule],
  controllers: [UsageController],
  providers: [OverviewService, UsageService],
})
export class UsageModule {}
