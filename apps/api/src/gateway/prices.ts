import { allOperations, formatUsd, type Operation } from '@loupe/dto';
import { priceMicros } from '../core/billing/prices';
import type { Env } from '../platform/config/env';
import { parameterProblem } from '../platform/problem';

/** The price of one operation, or of all of them. @throws {Problem} `unprocessable_entity` for an unknown operation */
export function pricesOf(name: string | undefined, env: Env): unknown {
  if (name === undefined) return { items: allOperations.map((operation) => priceOf(operation, env)) };
  const operation = allOperations.find((one) => one.name === name);
  if (!operation) throw unknownOperation;
  return priceOf(operation, env);
}

function priceOf({ name, priceUnits }: Operation, env: Env) {
  const price_usd = formatUsd(priceMicros(priceUnits, env));
  return { operation: name, units: priceUnits, price_usd, currency: 'USD' };
}

const message = 'must be the name of an operation, such as users.by_id; leave it out to list all';
const unknownOperation = parameterProblem('query', 'operation', message);
