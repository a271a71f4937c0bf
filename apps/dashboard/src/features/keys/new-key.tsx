import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useExampleCall } from '../../account/use-example-call';
import { answerOf, client } from '../../api/client';
import type { View } from '../../api/views';
import { CodeBlock, CopyButton } from '../../components/copy';
import { Icon } from '../../components/icon';
import { Notice } from '../../components/notice';
import { Money } from '../../components/values';
import { formatDuration } from '../../format/counts';
import { describeUsd } from '../../format/usd';
import { curlWithKey } from '../../snippets/snippets';
import classes from './keys.module.css';

interface NewKeyProps {
  created: View<'NewKeyView'>;
  onDone: () => void;
}

/** The only time that a key is shown: to copy, with what to do with it, and a look-out for its first request. */
export function NewKey({ created, onDone }: NewKeyProps) {
  const example = useExampleCall();
  return (
    <div className={classes.newKey}>
      <Notice tone="warn" title="Copy it now: it is never shown again">
        Only its fingerprint is stored. Keep it in a secret store, never in code or in a page.
      </Notice>
      <div className={classes.newKeyBox}>
        <code className={classes.newKeyText} data-testid="new-key">
          {created.key}
        </code>
        <CopyButton text={created.key} label="Copy the key" wide />
      </div>
      {example && (
        <section aria-label="First call" className={classes.exampleCall}>
          <h3>Try it: this line works as it is, and costs {describeUsd(example.priceUsd)}</h3>
          <CodeBlock label="curl with this key" code={curlWithKey(example.url, created.key)} />
        </section>
      )}
      <FirstUse keyId={created.id} />
      <div className={classes.newKeyEnd}>
        <Button variant="default" onClick={onDone}>
          I have stored the key
        </Button>
      </div>
    </div>
  );
}

const pollMs = 2_000;

/** Looks out for the first request of a new key and says how it went. */
function FirstUse({ keyId }: { keyId: string }) {
  const { data: request } = useQuery({
    queryKey: ['first-use', keyId],
    queryFn: async () => {
      const query = { key_id: keyId, limit: 1 };
      const { items } = await answerOf(client.GET('/dashboard/api/requests', { params: { query } }));
      return items[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : pollMs),
  });
  return (
    <p className={classes.firstUse} role="status" data-arrived={request ? true : undefined}>
      {request ? (
        <>
          <Icon name="check" />
          <span>
            First request received: <code>{request.operation}</code> answered {request.status} in{' '}
            {formatDuration(request.duration_ms)} for <Money usd={request.cost_usd} />.{' '}
            <Link to="/requests/$requestId" params={{ requestId: request.request_id }}>
              See it
            </Link>
          </span>
        </>
      ) : (
        <>
          <span className={classes.waitingDot} aria-hidden="true" />
          Waiting for its first request …
        </>
      )}
    </p>
  );
}
