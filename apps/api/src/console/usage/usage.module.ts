import { Module } from '@nestjs/common';
import { UsageModule as CoreUsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { KeyNamesRepository } from './key-names.repository';
import { OverviewService } from './overview.service';
import { UsageController } from './usage.controller';
import { UsageService } from './usage.service';

@Module({
  imports: [AccessModule, CoreUsageModule],
  controllers: [UsageController],
  providers: [KeyNamesRepository, OverviewService, UsageService],
})
export class UsageModule {}
