import { randomUUID } from 'node:crypto';
import { formatUsd, type Operation, placeOf } from '@loupe/dto';
import { generateApiKey } from '../../src/core/auth/api-key-format';
import { casesOf, type EndpointCase, type OwnCase, unitMicros } from './endpoint-case';

/** The cases that follow from an operation's declaration alone. `path` is that of a request that succeeds. */
export function genericCases(operation: Operation, path: string): EndpointCase[] {
  const { keyless, priceUnits, upstream, parameters } = operation;
  return [
    refusedMethod(operation, path, 'POST'),
    ...casesOf(operation, [
      ...(keyless ? [] : keyCases(path)),
      ...(priceUnits > 0 ? [...moneyCases(operation, path), ...requestOptionCases(path)] : []),
      ...(upstream.length > 0 ? upstreamCases(operation, path) : []),
      ...(Object.keys(parameters).length > 0 ? [repeatedOrMalformed(operation, path)] : []),
      unknownParameter(operation, path),
    ]),
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

function keyCases(path: string): OwnCase[] {
  return [
    { name: 'requires a key', path, caller: 'nobody', code: 'unauthorized' },
    {
      name: 'refuses a management token',
      path,
      caller: 'nobody',
      headers: { 'x-api-key': generateApiKey('manage') },
      code: 'wrong_credential',
    },
    { name: 'refuses the key of a suspended account', path, caller: 'suspended', code: 'account_suspended' },
    {
      name: 'refuses requests beyond the rate of the key',
      path,
      caller: 'too fast',
      code: 'too_many_requests',
      check: ({ json }) => {
        expect(json.limit).toBe('rate');
        expect(json.detail).toMatch(/Try again in \d\.\d{3} s\.$/);
      },
    },
    {
      name: 'refuses requests when the API’s copy of the keys is out of date',
      path,
      condition: 'key set out of date',
      code: 'service_unavailable',
    },
  ];
}

function moneyCases({ priceUnits }: Operation, path: string): OwnCase[] {
  const requiredUsd = formatUsd(unitMicros * BigInt(priceUnits));
  return [
    {
      name: 'refuses a request that the balance does not cover',
      path,
      caller: 'penniless',
      code: 'insufficient_balance',
      check: ({ json }) => expect([json.required_usd, json.balance_usd]).toEqual([requiredUsd, '0']),
    },
    {
      name: 'refuses a request beyond the cap of the key',
      path,
      caller: 'capped',
      code: 'key_cap_reached',
      check: ({ json }) => {
        expect(json).toMatchObject({ period: 'day', cap_usd: '0', spent_usd: '0' });
        expect(json.resets_at).toMatch(/T00:00:00.000Z$/);
      },
    },
  ];
}

function requestOptionCases(path: string): OwnCase[] {
  const one = { path, upstream: [] };
  const price = { 'x-max-cost-usd': '0.000001' };
  const cached = { 'cache-control': 'only-if-cached' };
  const once = () => ({ headers: { 'idempotency-key': randomUUID() } });
  return [
    { ...one, name: 'refuses a request above its price limit', headers: price, code: 'price_above_ceiling' },
    { ...one, name: 'has no cached response unless a request stored one', headers: cached, code: 'not_cached' },
    {
      ...one,
      ...once(),
      name: 'refuses the idempotency key of another request',
      earlier: '/users/1002?fields=pk',
      code: 'idempotency_key_reused',
    },
    {
      ...one,
      ...once(),
      name: 'refuses to fetch a response more than three times for one price',
      earlier: path,
      condition: 'fetched again twice',
      code: 'idempotency_key_used_up',
    },
  ];
}

function upstreamCases({ upstream }: Operation, path: string): OwnCase[] {
  const one = { path, code: 'upstream_error' } as const;
  const everywhere = (fault: string) => Object.fromEntries(upstream.map((name) => [name, fault]));
  const late = { condition: 'short deadline', faults: everywhere('slow_first_byte') } as const;
  const open = { condition: 'circuit open', upstream: [] } as const;
  return [
    { ...one, name: 'reports an upstream failure', faults: everywhere('http_500') },
    { ...one, ...open, name: 'does not call an upstream whose circuit is open', status: 503 },
    { ...one, ...late, name: 'reports an upstream timeout', status: 504 },
  ];
}

function unknownParameter({ keyless }: Operation, example: string): OwnCase {
  const parameter = 'verbosity';
  return {
    name: 'refuses an unknown parameter',
    caller: keyless ? 'nobody' : 'funded',
    path: `${example}${example.includes('?') ? '&' : '?'}${parameter}=1`,
    code: 'unprocessable_entity',
    upstream: [],
    check: ({ json }) => expect(json.errors).toMatchObject([{ in: 'query', parameter }]),
  };
}

/** A query parameter sent twice or, if the operation has none, a malformed path parameter. */
function repeatedOrMalformed(operation: Operation, example: string): OwnCase {
  const code = 'unprocessable_entity';
  const name = Object.keys(operation.parameters).find((one) => placeOf(operation, one) === 'query');
  if (name === undefined)
    return { code, name: 'refuses a malformed path parameter', path: operation.path.replace(/\{\w+\}/, '%00') };
  const [path, search = ''] = example.split('?');
  const isSent = new URLSearchParams(search).has(name);
  const twice = [search, `${name}=1`, ...(isSent ? [] : [`${name}=1`])];
  return {
    code,
    name: 'refuses a repeated parameter',
    path: `${path}?${twice.filter(Boolean).join('&')}`,
    check: ({ json }) =>
      expect(json.errors).toContainEqual({ in: 'query', parameter: name, message: 'must be sent once' }),
  };
}
