import { CheckIcon } from '@heroicons/react/24/outline';
import { Box, Button, Group, Loader, Timeline } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountQuery, keysQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { useExampleCall, useIsEmpty } from '../../account/operations';
import { usePermissions } from '../../account/permissions';
import { CodeBlock } from '../../components/copy';
import { EmptyState, Panel } from '../../components/panel';
import { describeUsd } from '../../format/usd';
import { snippet } from '../../snippets/snippets';

export function FirstCallPanel({ period }: { period: string }) {
  const scope = useAccountScope();
  const keys = useInfiniteQuery(keysQuery(scope)).data;
  const example = useExampleCall();
  const isEmpty = useIsEmpty(useQuery(accountQuery(scope)).data?.balance_usd);
  const everUsed = keys?.some(({ last_used_at }) => last_used_at !== null);
  const { develop } = usePermissions();
  if (!develop || everUsed)
    return (
      <Panel title={`No requests ${period}`}>
        <EmptyState title="Nothing to show">
          {everUsed ? 'Choose a longer period to see earlier requests.' : 'Charts appear after the first request.'}
        </EmptyState>
      </Panel>
    );
  const key = keys?.find((one) => one.state === 'active' && !one.built_in);
  return (
    <Panel
      title="Make your first call"
      description="All you need is a key and one command. This page updates when the request arrives."
    >
      <Timeline active={key ? 0 : -1} bulletSize={28} lineWidth={1}>
        <Timeline.Item
          bullet={key ? <CheckIcon width={16} /> : 1}
          title={key ? `You have a key: ${key.name}` : 'Create a key'}
        >
          <Box component="p" className="soft" mb="xs">
            {key ? 'It was shown once. If you have lost it, create another.' : 'It is shown once, so keep it safe.'}
          </Box>
          <Group gap="xs">
            <CreateKey to={{ mode: 'test', ...(!key && { name: 'First key' }) }} isFirst={!key}>
              Create a free test key
            </CreateKey>
            {!isEmpty && <CreateKey to={!key ? { name: 'First key' } : {}}>Create a live key</CreateKey>}
          </Group>
        </Timeline.Item>
        <Timeline.Item bullet={2} title="Call the API with it">
          {example && <CodeBlock label="A first call with curl" code={snippet('curl', example.url)} />}
          <Box component="p" className="soft" mt="xs">
            {example &&
              `It costs ${describeUsd(example.priceUsd)} with a live key${isEmpty ? ', after the top-up' : ''}, nothing with a test key. `}
            You can also send it from the <Link to="/playground">playground</Link>.
          </Box>
        </Timeline.Item>
        <Timeline.Item bullet={<Loader size={14} type="dots" />} title="Waiting for the first request …" />
      </Timeline>
    </Panel>
  );
}

interface CreateKeyProps {
  to: { readonly name?: string; readonly mode?: 'test' };
  isFirst?: boolean;
  children: string;
}

function CreateKey({ to, isFirst = false, children }: CreateKeyProps) {
  return (
    <Button
      renderRoot={(props) => <Link to="/keys" search={{ create: true, ...to }} {...props} />}
      size="sm"
      variant={isFirst ? 'filled' : 'default'}
    >
      {children}
    </Button>
  );
}
