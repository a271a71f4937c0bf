import { allOperations, operations } from '@loupe/dto';
import { commit, version } from '../../../src/platform/version';
import { casesOf, type EndpointCase } from '../endpoint-case';

const { system } = operations;

export const systemCases: readonly EndpointCase[] = [
  ...casesOf(system.health, [
    {
      name: 'needs no key, contains only strings, and names the version and the commit',
      path: '/system/health',
      caller: 'nobody',
      check: ({ json }) => {
        expect(json).toEqual({ status: 'ok', service: 'loupe', version, commit });
        for (const value of Object.values(json)) expect(typeof value).toBe('string');
      },
    },
    { name: 'answers HEAD', path: '/system/health', method: 'HEAD', caller: 'nobody' },
  ]),
  ...casesOf(system.balance, [
    {
      name: 'returns the balance that the header has',
      path: '/system/balance',
      check: ({ json, headers }) =>
        expect(json).toMatchObject({ balance_usd: headers['x-balance-usd'], currency: 'USD' }),
    },
    {
      name: 'serves an account without money',
      path: '/system/balance',
      caller: 'penniless',
      check: ({ json }) => expect(json.balance_usd).toBe('0'),
    },
  ]),
  ...casesOf(system.price, [
    {
      name: 'returns the price of one operation',
      path: '/system/price?operation=users.stories',
      check: ({ json }) =>
        expect(json).toEqual({ operation: 'users.stories', units: 2, price_usd: '0.001200', currency: 'USD' }),
    },
    {
      name: 'returns all prices to an account without money',
      path: '/system/price',
      caller: 'penniless',
      check: ({ json }) =>
        expect(json.items.map(({ operation }: { operation: string }) => operation)).toEqual(
          allOperations.map(({ name }) => name),
        ),
    },
    {
      name: 'refuses the name of an unknown operation',
      path: '/system/price?operation=users',
      code: 'unprocessable_entity',
    },
  ]),
];
