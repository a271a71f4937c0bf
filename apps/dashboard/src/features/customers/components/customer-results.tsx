import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state';
import { OlderButton } from '../../../components/older-button';
import { Panel } from '../../../components/panel';
import { QueryView } from '../../../components/query-view';
import { customersQuery } from '../customer-calls';
import { CustomerTable } from './customer-table';

export function CustomerResults({ text, onCreate }: { text: string; onCreate: () => void }) {
  const found = useInfiniteQuery(customersQuery(text));
  return (
    <Panel title={text === '' ? 'Every customer' : `Customers for “${text}”`} flush>
      <QueryView query={found} loading="Searching">
        {({ pages }) => {
          const customers = pages.flatMap(({ items }) => items);
          if (customers.length === 0)
            return text === '' ? (
              <EmptyState title="No customer yet" action={<Button onClick={onCreate}>New customer</Button>}>
                Create the first: the owner gets a link to set the password with.
              </EmptyState>
            ) : (
              <EmptyState title="Nobody found">
                Look for part of a name or email, the first letters of a key (loupe_…), or a whole request or entry id.
              </EmptyState>
            );
          return (
            <>
              <CustomerTable customers={customers} />
              <OlderButton query={found} shown={customers.length} noun="customer" />
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}
