import { Module } from '@nestjs/common';
import { AuditLogRepository } from './audit-log.repository';

/** Who did what, when and from where. */
@Module({ providers: [AuditLogRepository], exports: [AuditLogRepository] })
export class AuditModule {}
