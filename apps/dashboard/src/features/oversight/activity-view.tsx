import { Box } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { View } from '../../api/views';
import { EmptyState, Panel } from '../../components/panel';
import { PagedList } from '../../components/query-view';
import { Moment } from '../../components/values';
import { actionName, auditFacts } from './audit-details';
import { auditQuery } from './oversight-queries';

/** What was done in and to one account, in sentences. */
export function ActivityView() {
  const { accountId = '' } = useParams({ strict: false });
  const entries = useInfiniteQuery(auditQuery({ accountId }));
  return (
    <Panel title="Activity" description="What the customer and support did, newest first." flush>
      <PagedList
        query={entries}
        loading="Loading the activity"
        noun="entry"
        nouns="entries"
        empty={<EmptyState title="Nothing yet">Nobody has done anything in this account.</EmptyState>}
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
        <Moment at={time} />
        {said.map(({ name: fact, value }) => (
          <span key={fact}>
            {' '}
            · {fact} {value}
          </span>
        ))}
      </p>
    </Box>
  );
}
