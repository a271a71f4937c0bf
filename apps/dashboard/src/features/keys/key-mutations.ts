import { accountKey, useAccountScope } from '../../account/account-scope';
import { client, dataOf, type View } from '../../api/client';
import { useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';
import { useSeenValues } from '../../components/form/seen-values';

const pathOf = (id: string) => ({ params: { path: { id } } });

const useKeysKey = () => accountKey(useAccountScope(), 'keys');

export const useCreateKey = () =>
  useSafeChange(
    'create key',
    useKeysKey(),
    (body: View<'CreateKeyBody'>, header) => dataOf(client.POST('/dashboard/api/keys', { params: { header }, body })),
    { showsOnce: true },
  );

export const changeKey = (id: string, body: View<'ChangeSeenKeyBody'>) =>
  dataOf(client.PATCH('/dashboard/api/keys/{id}', { ...pathOf(id), body }));

/** An unchanged form sends nothing. */
export const useChangeKey = (key: View<'KeyView'>) => {
  const change = useSeenValues(key, (body: View<'ChangeSeenKeyBody'>) => changeKey(key.id, body));
  return useChange(useKeysKey(), async (body: View<'ChangeSeenKeyBody'>) =>
    Object.keys(body).length > 0 ? change(body) : key,
  );
};

/** The change belongs to the line, because after a lost response the page shows the new version. */
export const useRotateKey = ({ id, line_id }: Pick<View<'KeyView'>, 'id' | 'line_id'>) =>
  useSafeChange(
    `rotate key ${line_id}`,
    useKeysKey(),
    (overlapSeconds: number, header) => {
      const params = { path: { id }, header };
      const body = { overlap_seconds: overlapSeconds };
      return dataOf(client.POST('/dashboard/api/keys/{id}/rotate', { params, body }));
    },
    { showsOnce: true },
  );

/** Waits for the refetch: the focus must not return to a button that is about to disappear. */
export const useRevokeKey = (id: string) =>
  useChange(useKeysKey(), () => dataOf(client.DELETE('/dashboard/api/keys/{id}', pathOf(id))), { waits: true });

export const useRequestRateIncrease = (id: string) =>
  useSafeChange(`request rate ${id}`, useKeysKey(), (body: View<'RateRequestBody'>, header) =>
    dataOf(client.POST('/dashboard/api/keys/{id}/rate-request', { params: { path: { id }, header }, body })),
  );

export const setRateLimit = (id: string, body: View<'KeyRateBody'>) =>
  dataOf(client.PATCH('/dashboard/api/support/keys/{id}', { ...pathOf(id), body }));

export const useSetRateLimit = (key: View<'KeyView'>) =>
  useChange(
    useKeysKey(),
    useSeenValues(key, (body: View<'KeyRateBody'>) => setRateLimit(key.id, body)),
  );
