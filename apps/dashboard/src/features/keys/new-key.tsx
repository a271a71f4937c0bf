import { CheckIcon } from '@heroicons/react/24/outline';
import { Box, Group, Loader, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { rememberKey } from '../../account/known-keys';
import { useExampleCall } from '../../account/operations';
import { client, dataOf, type View } from '../../api/client';
import { CodeBlock } from '../../components/copy';
import { ShownOnce } from '../../components/shown-once';
import { Money } from '../../components/values';
import { formatDuration } from '../../format/counts';
import { describeUsd } from '../../format/usd';
import { curlWithKey } from '../../snippets/snippets';

export function NewKey({ created, onDone }: { created: View<'NewKeyView'>; onDone: () => void }) {
  useEffect(() => rememberKey(created.id, created.key), [created]);
  const example = useExampleCall();
  return (
    <ShownOnce
      text={created.key}
      what="key"
      warning="Loupe stores only a hash of the key. Keep the key in a secret store, never in code or on a web page."
      onDone={onDone}
    >
      {example && (
        <Stack component="section" aria-label="First call" gap="xs">
          <Box component="h3" fz="md">
            Try it: this command works as it is and costs{' '}
            {created.mode === 'test' ? 'nothing' : describeUsd(example.priceUsd)}
          </Box>
          <CodeBlock label="curl with this key" code={curlWithKey(example.url, created.key)} />
        </Stack>
      )}
      <FirstUse keyId={created.id} />
    </ShownOnce>
  );
}

const pollMs = 2_000;

function FirstUse({ keyId }: { keyId: string }) {
  const { data: request } = useQuery({
    queryKey: ['first-use', keyId],
    queryFn: async () => {
      const query = { key_id: keyId, limit: 1 };
      const { items } = await dataOf(client.GET('/dashboard/api/requests', { params: { query } }));
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  return (
    <Group component="p" role="status" wrap="nowrap" gap="xs" c={request ? 'var(--good)' : 'var(--ink-soft)'}>
      {request ? (
        <>
          <CheckIcon width={18} />
          <span>
            First request received: <code>{request.operation}</code> returned {request.status} in{' '}
            {formatDuration(request.duration_ms)} for <Money usd={request.cost_usd} />.{' '}
            <Link to="/requests/$requestId" params={{ requestId: request.request_id }} target="_blank">
              View it
            </Link>
          </span>
        </>
      ) : (
        <>
          <Loader size={18} type="dots" />
          Waiting for its first request …
        </>
      )}
    </Group>
  );
}
