import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountKey } from '../../account/account-scope';
import { client, dataOf } from '../../api/client';
import type { View } from '../../api/views';

export function useAskForTopUp() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: View<'TopUpRequestBody'>) =>
      dataOf(client.POST('/dashboard/api/account/top-up-request', { body })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}

/** Null turns the alert off. */
export function useSetThreshold() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (thresholdUsd: string | null) =>
      dataOf(client.PATCH('/dashboard/api/account', { body: { low_balance_threshold_usd: thresholdUsd } })),
    onSuccess: (account) => void queryClient.setQueryData(accountKey({ kind: 'own' }, 'account'), account),
  });
}
