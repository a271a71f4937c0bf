import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keysQuery } from '../../account/account-queries';
import { useAccountScope } from '../../account/account-scope';
import { useExampleCall } from '../../account/use-example-call';
import { CodeBlock } from '../../components/copy';
import { EmptyState, Panel } from '../../components/panel';
import { describeUsd } from '../../format/usd';
import { snippet } from '../../snippets/snippets';
import classes from './overview.module.css';

/** Instead of empty charts: the way to the first request, or that there is none in this period. The overview looks for it every few seconds. */
export function FirstCallPanel({ period }: { period: string }) {
  const scope = useAccountScope();
  const keys = useQuery(keysQuery(scope)).data;
  const active = keys?.filter(({ state }) => state === 'active');
  const example = useExampleCall();
  const everUsed = keys?.some(({ last_used_at }) => last_used_at !== null);
  if (scope.kind === 'customer' || everUsed)
    return (
      <Panel title={`No request in ${period}`}>
        <EmptyState title="Nothing to show">
          {everUsed ? 'Choose a longer period to see earlier requests.' : 'Charts appear with the first request.'}
        </EmptyState>
      </Panel>
    );
  const hasKey = active !== undefined && active.length > 0;
  return (
    <Panel title="Make your first call" answer="It takes a key and one line. This page notices when it arrives.">
      <ol className={classes.steps}>
        <li className={classes.step} data-done={hasKey || undefined}>
          <h3>{hasKey ? `You have a key: ${active[0]?.name}` : 'Create a key'}</h3>
          <p>
            {hasKey ? 'Its text was shown once. If it is lost, create another.' : 'It is shown once; keep it safe.'}
          </p>
          <Button
            renderRoot={(props) => <Link to="/keys" search={{ create: true }} {...props} />}
            variant={hasKey ? 'default' : 'filled'}
          >
            {hasKey ? 'Create another key' : 'Create a key'}
          </Button>
        </li>
        <li className={classes.step}>
          <h3>Call the API with it</h3>
          {example && <CodeBlock label="A first call with curl" code={snippet('curl', example.url)} />}
          <p>
            {example && `It costs ${describeUsd(example.priceUsd)}. `}Or send it from the{' '}
            <Link to="/playground">playground</Link>.
          </p>
        </li>
        <li className={classes.step} data-waiting>
          <h3>Waiting for the first request …</h3>
        </li>
      </ol>
    </Panel>
  );
}
