import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../../account/account-queries';

/** The rate that a program of this account runs at: that of its fastest working key, or what a new one would have. */
export function useKeyRate(): number {
  const keys = useQuery(keysQuery({ kind: 'own' })).data ?? [];
  const rates = keys.filter(({ state }) => state === 'active').map((key) => key.rate_limit_per_second);
  return Math.max(...rates, 0) || 10;
}
