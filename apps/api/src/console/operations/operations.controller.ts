import { allOperations, formatUsd, type Operation, placeOf } from '@loupe/dto';
import { Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { priceMicros } from '../../core/billing/prices';
import { ENV, type Env } from '../../platform/config/env';
import { SignedInUsers } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { OperationList, type OperationView } from './operations.dto';

@DashboardController('operations', 'Playground')
@SignedInUsers()
export class OperationsController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Get()
  @ApiOperation({ summary: 'List the operations of the data API with their parameters and prices' })
  @ApiOkResponse({ type: OperationList })
  list(): OperationList {
    return { items: allOperations.map((operation) => operationView(operation, this.env)) };
  }
}

function operationView(operation: Operation, env: Env): OperationView {
  return {
    name: operation.name,
    path: operation.path,
    summary: operation.summary,
    price_usd: formatUsd(priceMicros(operation.priceUnits, env)),
    parameters: Object.entries(operation.parameters).map(([name, parameter]) => ({
      name,
      in: placeOf(operation, name),
      required: parameter.required,
      description: parameter.description,
      example: parameter.example ?? null,
      schema: parameter.schema,
    })),
  };
}
