import { Get, Query } from '@nestjs/common';
import { DashboardController, SupportViewers } from '../access/access';
import { Answers } from '../http/answers';
import { AuditService } from './audit.service';
import { HealthService } from './health.service';
import { AuditPage, AuditQuery, HealthView } from './oversight.dto';

@DashboardController('support', 'Support')
@SupportViewers()
export class OversightController {
  constructor(
    private readonly auditLog: AuditService,
    private readonly serviceHealth: HealthService,
  ) {}

  @Get('audit')
  @Answers(200, 'List the audit log', AuditPage)
  audit(@Query() query: AuditQuery): Promise<AuditPage> {
    return this.auditLog.list(query);
  }

  @Get('health')
  @Answers(200, 'Get the health of the service', HealthView)
  health(): Promise<HealthView> {
    return this.serviceHealth.read();
  }
}
