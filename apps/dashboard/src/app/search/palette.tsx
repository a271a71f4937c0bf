import { MagnifyingGlassIcon } from '@heroicons/react/24/outline';
import { Spotlight } from '@mantine/spotlight';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keysQuery, operationsQuery } from '../../account/account-queries';
import { isStaff } from '../../account/permissions';
import { useSession } from '../../api/session';
import { withoutSecrets } from '../../features/customers/customer-search';
import { destinationsFor } from './destinations';
import { takeEarlyTyping } from './early-typing';
import { type Finding, findingsFor } from './findings';

export function Palette() {
  const { role } = useSession().user;
  const isMember = !isStaff(role);
  const navigate = useNavigate();
  const [text, setText] = useState(takeEarlyTyping);
  const searches = isMember && text !== '';
  const keys = useInfiniteQuery({ ...keysQuery({ kind: 'own' }), enabled: searches }).data ?? [];
  const operations = useQuery({ ...operationsQuery, enabled: searches }).data ?? [];
  const groups = findingsFor(text, {
    isMember,
    mayCreate: role !== 'viewer',
    mayInvite: role === 'owner',
    pages: destinationsFor(role),
    keys,
    operations,
  });
  const go = ({ to, search }: Finding) => void navigate({ to, ...(search && { search }) });
  return (
    <Spotlight.Root
      query={text}
      onQueryChange={(typed) => setText(withoutSecrets(typed))}
      shortcut={null}
      lockScroll={false}
      clearQueryOnClose
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.45 }}
      // The field stays in place, whatever the number of results.
      centered={false}
      attributes={{ content: { 'aria-label': 'Search' } }}
      maxHeight="26rem"
      scrollable
    >
      <Spotlight.Search
        aria-label="Search or paste an id"
        placeholder={isMember ? 'An id, key, page or operation' : 'A customer, key, id or page'}
        leftSection={<MagnifyingGlassIcon width={18} />}
        radius={0}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, findings }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {findings.map((finding) => (
              <Spotlight.Action
                key={finding.id}
                label={finding.label}
                {...(finding.note && { description: finding.note })}
                onClick={() => go(finding)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && <Spotlight.Empty>No results.</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
