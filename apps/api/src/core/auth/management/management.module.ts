import { Module } from '@nestjs/common';
import { AuditModule } from '../../../platform/audit/audit.module';
import { AuthModule } from '../auth.module';
import { ManagementTokens } from './management-tokens';
import { ManagementTokensRepository } from './management-tokens.repository';

/** Management tokens. */
@Module({
  imports: [AuditModule, AuthModule],
  providers: [ManagementTokens, ManagementTokensRepository],
  exports: [ManagementTokens],
})
export class ManagementModule {}
