import { operations } from '@loupe/dto';
import { flag, one, type Tool } from './tool';

const { system } = operations;

export const moneyTools: readonly Tool[] = [
  {
    name: 'loupe_balance',
    title: 'Balance, caps and this session',
    describe: () =>
      'Balance of the account, what the key may still spend, and what this session has spent of its budget, which a person sets. Free.',
    properties: { prices: flag('the price of every operation instead') },
    required: [],
    run: (given, run) =>
      given.prices
        ? one(run, system.price, {}, { detail: 'full' }, 'Prices')
        : one(run, system.balance, {}, { detail: 'full' }, 'Balance'),
  },
];
