import { EyeIcon } from '@heroicons/react/24/outline';
import type { Operation } from '@loupe/dto';
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { usePermissions } from '../../account/permissions';
import { client, dataOf } from '../../api/client';
import { type CallValues, withoutTokens } from './call-values';
import type { CallResponse } from './send-call';

const WatchDialog = lazy(() => import('./watch-dialog').then((module) => ({ default: module.WatchDialog })));

/** What can be watched. It changes only when the server restarts. */
const watchableQuery = queryOptions({
  queryKey: ['watchable'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => dataOf(client.GET('/dashboard/api/monitors/operations', { signal })),
});

interface WatchButtonProps {
  operation: Operation;
  values: CallValues;
  response: CallResponse;
}

/** Only for what can be watched, and after a call that succeeded. */
export function WatchButton({ operation, values, response }: WatchButtonProps) {
  const [opened, setOpened] = useState<boolean>();
  const { develop } = usePermissions();
  const watchable = useQuery(watchableQuery).data?.items.find((one) => one.operation === operation.name);
  if (!develop || !watchable || response.status !== 200) return null;
  return (
    <>
      <Button leftSection={<EyeIcon width={16} />} onClick={() => setOpened(true)}>
        Watch this
      </Button>
      {opened !== undefined && (
        <Suspense>
          <WatchDialog
            opened={opened}
            onClose={() => setOpened(false)}
            operation={operation}
            values={watchedValues(values)}
            kind={watchable.kind}
            priceUsd={watchable.price_usd}
            body={response.body}
          />
        </Suspense>
      )}
    </>
  );
}

/** A monitor always asks for the first page, in the usual order, and whole. */
function watchedValues(values: CallValues): CallValues {
  const { fields: _fields, sort_by_views: _order, ...rest } = withoutTokens(values);
  return rest;
}
