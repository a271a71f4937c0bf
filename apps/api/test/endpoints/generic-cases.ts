import { randomUUID } from 'node:crypto';
import { formatUsd, type Operation, placeOf } from '@loupe/dto';
import { generateApiKey } from '../../src/core/auth/api-key-format';
import { type EndpointCase, unitMicros } from './endpoint-case';

/** The cases that follow from an operation's declaration alone. `example` is the path of a request that succeeds. */
export function genericCases(operation: Operation, example: string): EndpointCase[] {
  const { keyless, priceUnits, upstream, parameters } = operation;
  return [
    refusedMethod(operation, example, 'POST'),
    ...(keyless ? [] : keyCases(operation, example)),
    ...(priceUnits > 0
      ? [pennilessCase(operation, example), cappedCase(operation, example), ...requestOptionCases(operation, example)]
      : []),
    ...(upstream.length > 0 ? upstreamCases(operation, example) : []),
    ...(Object.keys(parameters).length > 0 ? [repeatedOrMalformed(operation, example)] : []),
    unknownParameter(operation, example),
  ];
}

export function refusedMethod(operation: Operation, path: string, method: string): EndpointCase {
  return {
    operation,
    name: `refuses ${method}`,
    method,
    path,
    caller: 'nobody',
    status: 405,
    code: 'method_not_allowed',
    check: ({ headers }) => expect(headers.allow).toBe('GET'),
  };
}

function keyCases(operation: Operation, path: string): EndpointCase[] {
  const one = { operation, path };
  return [
    { ...one, name: 'requires a key', caller: 'nobody', status: 401, code: 'unauthorized' },
    {
      ...one,
      name: 'refuses a management token',
      caller: 'nobody',
      headers: { 'x-api-key': generateApiKey('manage') },
      status: 403,
      code: 'wrong_credential',
    },
    {
      ...one,
      name: 'refuses the key of a suspended account',
      caller: 'suspended',
      status: 403,
      code: 'account_suspended',
    },
    {
      ...one,
      name: 'refuses requests beyond the rate of the key',
      caller: 'too fast',
      status: 429,
      code: 'too_many_requests',
      check: ({ json }) => {
        expect(json.limit).toBe('rate');
        expect(json.detail).toMatch(/Try again in \d\.\d{3} s\.$/);
      },
    },
    {
      ...one,
      name: 'refuses requests when the API’s copy of the keys is out of date',
      condition: 'key set out of date',
      status: 503,
      code: 'service_unavailable',
    },
  ];
}

function pennilessCase(operation: Operation, path: string): EndpointCase {
  return {
    operation,
    name: 'refuses a request that the balance does not cover',
    path,
    caller: 'penniless',
    status: 402,
    code: 'insufficient_balance',
    check: ({ json }) =>
      expect([json.required_usd, json.balance_usd]).toEqual([
        formatUsd(unitMicros * BigInt(operation.priceUnits)),
        '0',
      ]),
  };
}

function cappedCase(operation: Operation, path: string): EndpointCase {
  return {
    operation,
    name: 'refuses a request beyond the cap of the key',
    path,
    caller: 'capped',
    status: 402,
    code: 'key_cap_reached',
    check: ({ json }) => {
      expect(json).toMatchObject({ period: 'day', cap_usd: '0', spent_usd: '0' });
      expect(json.resets_at).toMatch(/T00:00:00.000Z$/);
    },
  };
}

function requestOptionCases(operation: Operation, path: string): EndpointCase[] {
  const one = { operation, path, upstream: [] };
  const once = () => ({ 'idempotency-key': randomUUID() });
  return [
    {
      ...one,
      name: 'refuses a request above its price limit',
      headers: { 'x-max-cost-usd': '0.000001' },
      status: 402,
      code: 'price_above_ceiling',
    },
    {
      ...one,
      name: 'has no cached response unless a request stored one',
      headers: { 'cache-control': 'only-if-cached' },
      status: 504,
      code: 'not_cached',
    },
    {
      ...one,
      name: 'refuses the idempotency key of another request',
      headers: once(),
      earlier: '/users/1002?fields=pk',
      status: 422,
      code: 'idempotency_key_reused',
    },
    {
      ...one,
      name: 'refuses to fetch a response more than three times for one price',
      headers: once(),
      earlier: path,
      condition: 'fetched again twice',
      status: 409,
      code: 'idempotency_key_used_up',
    },
  ];
}

function upstreamCases(operation: Operation, path: string): EndpointCase[] {
  const one = { operation, path, code: 'upstream_error' } as const;
  const everywhere = (fault: string) => Object.fromEntries(operation.upstream.map((name) => [name, fault]));
  return [
    { ...one, name: 'reports an upstream failure', faults: everywhere('http_500'), status: 502 },
    {
      ...one,
      name: 'does not call an upstream whose circuit is open',
      condition: 'circuit open',
      status: 503,
      upstream: [],
    },
    {
      ...one,
      name: 'reports an upstream timeout',
      condition: 'short deadline',
      faults: everywhere('slow_first_byte'),
      status: 504,
    },
  ];
}

function unknownParameter(operation: Operation, example: string): EndpointCase {
  const parameter = 'verbosity';
  return {
    operation,
    name: 'refuses an unknown parameter',
    caller: operation.keyless ? 'nobody' : 'funded',
    path: `${example}${example.includes('?') ? '&' : '?'}${parameter}=1`,
    status: 422,
    code: 'unprocessable_entity',
    upstream: [],
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter }]),
  };
}

/** A query parameter sent twice or, if the operation has none, a malformed path parameter. */
function repeatedOrMalformed(operation: Operation, example: string): EndpointCase {
  const inQuery = Object.keys(operation.parameters).filter((name) => placeOf(operation, name) === 'query');
  const [name] = inQuery;
  const one = { operation, status: 422, code: 'unprocessable_entity' } as const;
  if (name === undefined) {
    const path = operation.path.replace(/\{\w+\}/, '%00');
    return { ...one, name: 'refuses a malformed path parameter', path };
  }
  const [path, search = ''] = example.split('?');
  const twice = [...new URLSearchParams(search).keys()].includes(name)
    ? [search, `${name}=1`]
    : [search, `${name}=1`, `${name}=1`];
  return {
    ...one,
    name: 'refuses a repeated parameter',
    path: `${path}?${twice.filter(Boolean).join('&')}`,
    check: ({ json }) =>
      expect(json.errors).toContainEqual({ in: 'query', parameter: name, message: 'must be sent once' }),
  };
}
