import { queryOptions } from '@tanstack/react-query';
import { client, dataOf, type View } from '../../api/client';
import { problemOfBody } from '../../api/problem-error';
import { pagedQuery, useChange } from '../../api/query-client';
import { useSafeChange } from '../../api/safe-change';

export type Endpoint = View<'WebhookView'>;
export type Delivery = View<'WebhookDeliveryView'>;

export const endpointsQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/webhooks', { signal }))).items,
});

export const deliveriesQuery = (id: string, filter: { state?: Delivery['state'] }) =>
  pagedQuery(['webhooks', id, filter], (page, signal) => {
    const params = { path: { id }, query: { ...filter, ...page } };
    return dataOf(client.GET('/dashboard/api/webhooks/{id}/deliveries', { params, signal }));
  });

export const eventsQuery = queryOptions({
  queryKey: ['webhook-events'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/webhooks/events', { signal }))).items,
});

/** The code of the webhook guide, which tests run. */
export const verificationQuery = queryOptions({
  queryKey: ['webhook-verification'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const response = await fetch('/docs/webhooks.md', { signal });
    if (!response.ok) throw problemOfBody(undefined, response);
    const [, section = ''] = (await response.text()).split('## Check the signature');
    const blocks = section.matchAll(/^```(ts|python|bash)\n([\s\S]*?)\n```$/gm);
    return Object.fromEntries(Array.from(blocks, ([, language, code]) => [language, code]));
  },
});

const path = '/dashboard/api/webhooks/{id}';
const pathOf = (id: string) => ({ path: { id } });
const once = { showsOnce: true };

export const useCreateWebhook = () =>
  useSafeChange(
    'create webhook',
    endpointsQuery.queryKey,
    (body: View<'CreateWebhookBody'>, header) =>
      dataOf(client.POST('/dashboard/api/webhooks', { params: { header }, body })),
    once,
  );

export const useChangeWebhook = (id: string) =>
  useChange(endpointsQuery.queryKey, (body: View<'ChangeWebhookBody'>) =>
    dataOf(client.PATCH(path, { params: pathOf(id), body })),
  );

export const useRemoveWebhook = (id: string) =>
  useChange(endpointsQuery.queryKey, () => dataOf<unknown>(client.DELETE(path, { params: pathOf(id) })));

export const useShowSecret = (id: string) =>
  useChange(endpointsQuery.queryKey, () => dataOf(client.GET(`${path}/secret`, { params: pathOf(id) })));

export const useRotateSecret = (id: string) =>
  useSafeChange(
    `rotate secret ${id}`,
    endpointsQuery.queryKey,
    (_, header) => dataOf(client.POST(`${path}/rotate-secret`, { params: { ...pathOf(id), header } })),
    once,
  );

export const useSendTest = (id: string) =>
  useSafeChange(`test webhook ${id}`, endpointsQuery.queryKey, (_, header) =>
    dataOf(client.POST(`${path}/test`, { params: { ...pathOf(id), header } })),
  );

export const useSendAgain = (deliveryId: string) =>
  useSafeChange(`resend ${deliveryId}`, endpointsQuery.queryKey, (_, header) => {
    const params = { path: { delivery_id: deliveryId }, header };
    return dataOf(client.POST('/dashboard/api/webhooks/deliveries/{delivery_id}/resend', { params }));
  });
