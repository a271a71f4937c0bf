import { Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { DashboardController, Support } from '../shared/access/access';
import { AuditPage, AuditQuery, HealthView } from './oversight.dto';
import { OversightService } from './oversight.service';

@DashboardController('support', 'Support')
@Support()
export class OversightController {
  constructor(private readonly oversight: OversightService) {}

  @Get('audit')
  @ApiOperation({ summary: 'List the audit log' })
  @ApiOkResponse({ type: AuditPage })
  audit(@Query() query: AuditQuery): Promise<AuditPage> {
    return this.oversight.audit(query);
  }

  @Get('health')
  @ApiOperation({ summary: 'Get the health of the service' })
  @ApiOkResponse({ type: HealthView })
  health(): Promise<HealthView> {
    return this.oversight.health();
  }
}
