import { Module } from '@nestjs/common';
import { ManagementModule } from '../../core/auth/management/management.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { AccessModule } from '../access/access.module';
import { ManagementTokensController } from './management-tokens.controller';
import { ManagementTokensService } from './management-tokens.service';

@Module({
  imports: [AccessModule, AuditModule, ManagementModule],
  controllers: [ManagementTokensController],
  providers: [ManagementTokensService],
})
export class ManagementTokensModule {}
