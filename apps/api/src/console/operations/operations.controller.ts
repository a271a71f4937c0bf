import { Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { SignedInUsers } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { OperationList } from './operations.dto';
import { OperationsService } from './operations.service';

@DashboardController('operations', 'Playground')
@SignedInUsers()
export class OperationsController {
  constructor(private readonly operations: OperationsService) {}

  @Get()
  @ApiOperation({ summary: 'Every operation of the data API with its parameters and price' })
  @ApiOkResponse({ type: OperationList })
  list(): OperationList {
    return this.operations.list();
  }
}
