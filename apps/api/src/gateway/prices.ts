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

/** What an operation costs that is asked every so many minutes: a call, and the calls of a day. In USD. */
export function costOf(
  { priceUnits }: Pick<Operation, 'priceUnits'>,
  everyMinutes: number,
  env: Pick<Env, 'PRICE_PER_REQUEST_USD'>,
) {
  const micros = priceMicros(priceUnits, env);
  return {
    price_usd: formatUsd(micros),
    daily_cost_usd: formatUsd((micros * minutesOfDay) / BigInt(everyMinutes)),
  };
}

function priceOf({ name, priceUnits }: Operation, env: Env) {
  const price_usd = formatUsd(priceMicros(priceUnits, env));
  return { operation: name, units: priceUnits, price_usd, currency: 'USD' };
}

const minutesOfDay = 1_440n;
const message = 'must be the name of an operation, such as users.by_id; leave it out to list all';
const unknownOperation = parameterProblem('query', 'operation', message);
