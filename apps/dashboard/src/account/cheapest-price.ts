import { useQuery } from '@tanstack/react-query';
import { microsOf } from '../format/usd';
import { operationsQuery } from './account-queries';

/** Whether a balance covers no charged call at all; an empty one does not, whatever calls cost. */
export function useIsEmpty(balanceUsd: string | undefined): boolean {
  const prices = useQuery(operationsQuery).data?.map(({ price_usd }) => microsOf(price_usd)) ?? [];
  if (balanceUsd === undefined) return false;
  const charged = prices.filter((price) => price > 0n);
  const cheapest = charged.reduce((least, price) => (price < least ? price : least), charged[0] ?? 1n);
  return microsOf(balanceUsd) < cheapest;
}
