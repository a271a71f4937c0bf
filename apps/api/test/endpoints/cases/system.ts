import { operations } from '@loupe/dto';
import { casesOf, type EndpointCase } from '../endpoint-case';

const { system } = operations;

export const systemCases: readonly EndpointCase[] = [
  ...casesOf(system.health, [
    {
      name: 'needs no key and holds strings only',
      path: '/system/health',
      caller: 'nobody',
      status: 200,
      check: ({ json }) => {
        expect(json.status).toBe('ok');
        for (const value of Object.values(json)) expect(typeof value).toBe('string');
      },
    },
    { name: 'answers HEAD', path: '/system/health', method: 'HEAD', caller: 'nobody', status: 200 },
  ]),
  ...casesOf(system.balance, [
    {
      name: 'reads the ledger',
      path: '/system/balance',
      status: 200,
      check: ({ json, headers }) => expect(json).toEqual({ balance_usd: headers['x-balance-usd'], currency: 'USD' }),
    },
    {
      name: 'answers somebody without money',
      path: '/system/balance',
      caller: 'penniless',
      status: 200,
      check: ({ json }) => expect(json.balance_usd).toBe('0'),
    },
  ]),
];
