import type { Env } from '../../platform/config/env';

/** The price of an operation in micro-USD. */
export function priceMicros(units: number, env: Pick<Env, 'PRICE_PER_REQUEST_USD'>): bigint {
  return BigInt(units) * env.PRICE_PER_REQUEST_USD;
}
