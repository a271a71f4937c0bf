import { queryOptions } from '@tanstack/react-query';
import { client, dataOf, type View } from '../../api/client';
import { problemOfBody } from '../../api/problem-error';
import { pagedQuery, useChange } from '../../api/query-client';

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

export const useWebhookChange = <Result, Variables = void>(change: (variables: Variables) => Promise<Result>) =>
  useChange(endpointsQuery.queryKey, change);

const once = (key: string) => ({ header: { 'Idempotency-Key': key } });

export const createWebhook = (key: string, body: View<'CreateWebhookBody'>) =>
  dataOf(client.POST('/dashboard/api/webhooks', { params: once(key), body }));

export const changeWebhook = (id: string, body: View<'ChangeWebhookBody'>) =>
  dataOf(client.PATCH('/dashboard/api/webhooks/{id}', { params: { path: { id } }, body }));

/** @returns the secret that is to be shown, if any */
export async function askFor(what: 'rotate' | 'show' | 'remove', id: string, key: string): Promise<string | undefined> {
  const params = { path: { id } };
  if (what === 'remove') return dataOf(client.DELETE('/dashboard/api/webhooks/{id}', { params }));
  const call =
    what === 'show'
      ? client.GET('/dashboard/api/webhooks/{id}/secret', { params })
      : client.POST('/dashboard/api/webhooks/{id}/rotate-secret', { params: { ...params, ...once(key) } });
  return (await dataOf<{ secret: string }>(call)).secret;
}

export const sendTest = (id: string, key: string) =>
  dataOf(client.POST('/dashboard/api/webhooks/{id}/test', { params: { path: { id }, ...once(key) } }));

export const sendAgain = (delivery_id: string, key: string) => {
  const params = { path: { delivery_id }, ...once(key) };
  return dataOf(client.POST('/dashboard/api/webhooks/deliveries/{delivery_id}/resend', { params }));
};
