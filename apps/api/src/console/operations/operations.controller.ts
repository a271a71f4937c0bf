import { allOperations, formatUsd, type Operation, placeOf } from '@loupe/dto';
import { Get, Inject } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { priceMicros } from '../../core/billing/prices';
import { ENV, type Env } from '../../platform/config/env';
import { DashboardController, SignedInUsers } from '../access/access';
import { BooleanField, ChoiceField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseObject, ResponseText, ResponseUsd } from '../fields/response-fields';
import { Answers } from '../http/answers';

export class OperationParameterView {
  @ResponseText({ example: 'user_id' }) name: string;
  @ChoiceField(['path', 'query']) in: 'path' | 'query';
  @BooleanField() required: boolean;
  @ResponseText() description: string;
  @ResponseText({ nullable: true }) example: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON Schema of the value' })
  schema: object;
}

export class OperationView {
  @ResponseText({ example: 'users.followers' }) name: string;
  @ResponseText({ example: '/users/{user_id}/followers' }) path: string;
  @ResponseText() summary: string;
  @ResponseUsd({ description: 'Price per charged request' }) price_usd: string;
  @ResponseObject(OperationParameterView, { list: true }) parameters: OperationParameterView[];
}

export class OperationList extends listOf(OperationView) {}

@DashboardController('operations', 'Playground')
@SignedInUsers()
export class OperationsController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  @Get()
  @Answers(200, 'List the operations of the data API with their parameters and prices', OperationList)
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
