import { useQuery } from '@tanstack/react-query';
import { microsOf } from '../format/usd';
import { operationsQuery } from './account-queries';

/** What the cheapest charged call costs; until prices are known, as little as there is. */
export function useCheapestMicros(): bigint {
  const prices = useQuery(operationsQuery).data?.map(({ price_usd }) => microsOf(price_usd)) ?? [];
  const charged = prices.filter((price) => price > 0n);
  return charged.reduce((least, price) => (price < least ? price : least), charged[0] ?? 1n);
}

/** Whether a balance covers no charged call at all; an empty one does not, whatever calls cost. */
export function useIsEmpty(balanceUsd: string | undefined): boolean {
  const cheapest = useCheapestMicros();
  return balanceUsd !== undefined && microsOf(balanceUsd) < cheapest;
}
