import { Get, Query, Req } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Reply } from '../../platform/http/reply';
import { DashboardController, SupportViewers } from '../access/access';
import { Answers } from '../http/answers';
import { pageOrLines, wantsLines } from '../http/ndjson';
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
  @ApiProduces('application/json', 'application/x-ndjson')
  @Answers(200, 'List the audit log; as lines of JSON, oldest first', AuditPage)
  async audit(@Query() query: AuditQuery, @Req() request: Request): Promise<AuditPage | Reply> {
    const order = wantsLines(request) ? 'oldest' : query.order;
    return pageOrLines(request, await this.auditLog.list({ ...query, order }));
  }

  @Get('health')
  @Answers(200, 'Get the health of the service', HealthView)
  health(): Promise<HealthView> {
    return this.serviceHealth.read();
  }
}
