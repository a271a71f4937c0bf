import type { Env } from '../../platform/config/env';

/** Price of an operation in micro-USD: its units times the price of one. */
export function priceMicros(units: number, env: Pick<Env, 'PRICE_PER_REQUEST_USD'>): bigint {
  return BigInt(units) * env.PRICE_PER_REQUEST_USD;
}
