import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DatabaseModule } from '../database/database.module';
import { AuditLogRepository } from './audit-log.repository';

/** Who did what, when and from where. */
@Module({
  imports: [DatabaseModule],
  providers: [
    {
      provide: AuditLogRepository,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new AuditLogRepository(dataSource),
    },
  ],
  exports: [AuditLogRepository],
})
export class AuditModule {}
