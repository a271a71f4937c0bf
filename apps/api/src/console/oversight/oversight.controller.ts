import { Get, Query } from '@nestjs/common';
import { DashboardController, Support } from '../access/access';
import { Answers } from '../http/answers';
import { AuditPage, AuditQuery, HealthView } from './oversight.dto';
import { OversightService } from './oversight.service';

@DashboardController('support', 'Support')
@Support()
export class OversightController {
  constructor(private readonly oversight: OversightService) {}

  @Get('audit')
  @Answers(200, 'List the audit log', AuditPage)
  audit(@Query() query: AuditQuery): Promise<AuditPage> {
    return this.oversight.audit(query);
  }

  @Get('health')
  @Answers(200, 'Get the health of the service', HealthView)
  health(): Promise<HealthView> {
    return this.oversight.health();
  }
}
