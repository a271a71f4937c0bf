import { accountKey, useAccountScope } from '../../account/account-scope';
import { client, dataOf, type View } from '../../api/client';
import { useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';

const pathOf = (id: string) => ({ params: { path: { id } } });

export const useKeysKey = () => accountKey(useAccountScope(), 'keys');

export const useCreateKey = () =>
  useSafeChange(
    'create key',
    useKeysKey(),
    (body: View<'CreateKeyBody'>, header) => dataOf(client.POST('/dashboard/api/keys', { params: { header }, body })),
    { showsOnce: true },
  );

export const changeKey = (id: string, body: View<'ChangeSeenKeyBody'>) =>
  dataOf(client.PATCH('/dashboard/api/keys/{id}', { ...pathOf(id), body }));

interface Rotation {
  readonly id: string;
  readonly overlap_seconds: number;
}

/** The change belongs to the line, and names its key itself: after a lost response the page shows the new version. */
export const useRotateKey = (lineId: string) =>
  useSafeChange(
    `rotate key ${lineId}`,
    useKeysKey(),
    ({ id, ...body }: Rotation, header) =>
      dataOf(client.POST('/dashboard/api/keys/{id}/rotate', { params: { path: { id }, header }, body })),
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
