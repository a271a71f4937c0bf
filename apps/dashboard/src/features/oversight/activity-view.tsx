import { Box } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { accountKey } from '../../account/account-scope';
import type { View } from '../../api/client';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { Moment } from '../../components/values';
import { actionName, auditFacts } from './audit-details';
import { auditQuery } from './oversight-queries';

export function ActivityView() {
  const { accountId = '' } = useParams({ strict: false });
  // Out of date with the account itself: whatever support does here is an entry, too.
  const queryKey = accountKey({ kind: 'customer', accountId }, 'account', 'activity');
  const entries = useInfiniteQuery({ ...auditQuery({ accountId }), queryKey });
  return (
    <Panel title="Activity" description="What the customer and support did, newest first." flush>
      <PagedList
        query={entries}
        loading="Loading the activity"
        noun="entry"
        nouns="entries"
        empty={<EmptyState title="Nothing yet">There has been no activity in this account.</EmptyState>}
      >
        {(items) => (
          <ul>
            {items.map((entry) => (
              <Activity key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
    </Panel>
  );
}

const isQuoted = new Set(['note', 'text', 'reason']);

function Activity({ entry: { action, actor, target, details, time } }: { entry: View<'AuditEntryView'> }) {
  const name = actionName(action);
  const said = auditFacts(details).filter(({ value }) => value !== target.name);
  return (
    <Box component="li" className="row breakable" py="sm">
      <p>
        <strong>{actor.label}</strong> {name.charAt(0).toLowerCase() + name.slice(1)}
        {target.name && <>: {target.name}</>}
      </p>
      <p className="aside">
        <Moment at={time} as="second" />
        {said.map(({ name: fact, value }) => (
          <span key={fact}> · {isQuoted.has(fact) ? `“${value}”` : `${fact} ${value}`}</span>
        ))}
      </p>
    </Box>
  );
}
