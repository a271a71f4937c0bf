import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../api/client';

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => answerOf(client.GET('/dashboard/api/second-factor', { signal })),
});

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await answerOf(client.GET('/dashboard/api/sessions', { signal }))).items,
});

export const webhookQuery = queryOptions({
  queryKey: ['webhook'],
  queryFn: ({ signal }) => answerOf(client.GET('/dashboard/api/webhook', { signal })),
});

export const deliveriesQuery = queryOptions({
  queryKey: ['webhook', 'deliveries'],
  queryFn: async ({ signal }) => (await answerOf(client.GET('/dashboard/api/webhook/deliveries', { signal }))).items,
});
