import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { accountQuery } from '../../account/account-queries';
import { accountKey, useAccountScope } from '../../account/account-scope';
import { client, dataOf } from '../../api/client';
import type { View } from '../../api/views';
import { periodBefore } from './period';

/** The period before; undefined for an account that was not there for all of it: there is nothing to compare with. */
export function usePeriodBefore(overview: View<'OverviewView'>): { from: string; to: string } | undefined {
  const account = useQuery(accountQuery(useAccountScope())).data;
  const before = periodBefore(overview);
  return account !== undefined && account.created_at.slice(0, 10) <= before.from ? before : undefined;
}

export function useAskForTopUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'TopUpRequestBody'>) =>
      dataOf(client.POST('/dashboard/api/account/top-up-request', { body })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}
