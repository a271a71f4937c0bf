import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import { problemOfBody } from '../../api/problem-error';
import { useChange } from '../../api/query-client';

export const webhookQuery = queryOptions({
  queryKey: ['webhook'],
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/webhook', { signal })),
});

export const deliveriesQuery = queryOptions({
  queryKey: ['webhook', 'deliveries'],
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/webhook/deliveries', { signal }))).items,
});

export const eventsQuery = queryOptions({
  queryKey: ['webhook-events'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await dataOf(client.GET('/dashboard/api/webhook/events', { signal }))).items,
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

export const useSetWebhook = () =>
  useChange(webhookQuery.queryKey, (url: string) => dataOf(client.PUT('/dashboard/api/webhook', { body: { url } })));

export const useRemoveWebhook = () =>
  useChange(webhookQuery.queryKey, () => dataOf<unknown>(client.DELETE('/dashboard/api/webhook')));

export const useTestWebhook = () =>
  useChange(deliveriesQuery.queryKey, () => dataOf<unknown>(client.POST('/dashboard/api/webhook/test')));
