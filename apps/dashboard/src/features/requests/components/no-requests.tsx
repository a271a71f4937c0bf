import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { EmptyState } from '../../../components/empty-state';
import { isFiltered, type RequestsSearch } from '../requests-search';

export function NoRequests({ search }: { search: RequestsSearch }) {
  const navigate = useNavigate();
  const own = useAccountScope().kind === 'own';
  if (isFiltered(search))
    return (
      <EmptyState
        title="No request matches"
        action={
          <Button variant="default" onClick={() => void navigate({ to: '.', search: {}, replace: true })}>
            Clear the filters
          </Button>
        }
      >
        Widen the time, or look at every outcome.
      </EmptyState>
    );
  return (
    <EmptyState title="No request yet">
      {own ? (
        <>
          Send one from the <Link to="/playground">playground</Link>, or <Link to="/keys">take a key</Link> to your own
          code. It appears here at once.
        </>
      ) : (
        'The customer has not made a request yet.'
      )}
    </EmptyState>
  );
}
