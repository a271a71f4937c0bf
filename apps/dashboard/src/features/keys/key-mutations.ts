import { accountKey, useAccountScope } from '../../account/account-scope';
import { rememberKey } from '../../account/known-keys';
import { client, dataOf, type View } from '../../api/client';
import { useChange } from '../../api/query-client';

const pathOf = (id: string) => ({ params: { path: { id } } });

const useKeysKey = () => accountKey(useAccountScope(), 'keys');

async function remembered(call: Promise<View<'NewKeyView'>>): Promise<View<'NewKeyView'>> {
  const created = await call;
  rememberKey(created.id, created.key);
  return created;
}

export const useCreateKey = () =>
  useChange(useKeysKey(), (body: View<'CreateKeyBody'>) =>
    remembered(dataOf(client.POST('/dashboard/api/keys', { body }))),
  );

export const changeKey = (id: string, body: View<'ChangeKeyBody'>) =>
  dataOf(client.PATCH('/dashboard/api/keys/{id}', { ...pathOf(id), body }));

/** An unchanged form sends nothing. */
export const useChangeKey = (id: string) =>
  useChange(useKeysKey(), async (body: View<'ChangeKeyBody'>) => {
    if (Object.keys(body).length > 0) await changeKey(id, body);
  });

export const useRotateKey = (id: string) =>
  useChange(useKeysKey(), (overlapSeconds: number) => {
    const body = { overlap_seconds: overlapSeconds };
    return remembered(dataOf(client.POST('/dashboard/api/keys/{id}/rotate', { ...pathOf(id), body })));
  });

/** Waits for the refetch: the focus must not return to a button that is about to disappear. */
export const useRevokeKey = (id: string) =>
  useChange(useKeysKey(), () => dataOf(client.DELETE('/dashboard/api/keys/{id}', pathOf(id))), { waits: true });

export const useRequestRateIncrease = (id: string) =>
  useChange(useKeysKey(), (body: View<'RateRequestBody'>) =>
    dataOf(client.POST('/dashboard/api/keys/{id}/rate-request', { ...pathOf(id), body })),
  );

export const setRateLimit = (id: string, requestsPerSecond: number) => {
  const body = { rate_limit_per_second: requestsPerSecond };
  return dataOf(client.PATCH('/dashboard/api/support/keys/{id}', { ...pathOf(id), body }));
};

export const useSetRateLimit = (id: string) =>
  useChange(useKeysKey(), (requestsPerSecond: number) => setRateLimit(id, requestsPerSecond));
