import { allOperations, formatUsd, type Operation, placeOf } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import { priceMicros } from '../../core/billing/prices';
import { ENV, type Env } from '../../platform/config/env';
import type { OperationList, OperationView } from './operations.dto';

/** The operations of the data API, as the table declares them. */
@Injectable()
export class OperationsService {
  constructor(@Inject(ENV) private readonly env: Env) {}

  list(): OperationList {
    return { items: allOperations.map((operation) => this.show(operation)) };
  }

  private show(operation: Operation): OperationView {
    return {
      name: operation.name,
      path: operation.path,
      summary: operation.summary,
      price_usd: formatUsd(priceMicros(operation.priceUnits, this.env)),
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
}
