import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { requestsLink } from '../../../account/scope-paths';
import { QueryView } from '../../../components/query-view';
import { useFocusReturn } from '../../../components/use-focus-return';
import { receiptQuery } from '../request-queries';
import { Receipt } from './receipt';

/** One request over the log; its address can be sent to support. */
export function RequestDrawer() {
  const scope = useAccountScope();
  const navigate = useNavigate();
  const { requestId = '' } = useParams({ strict: false });
  useFocusReturn(true);
  const receipt = useQuery(receiptQuery(scope, requestId));
  const close = () => void navigate({ ...requestsLink(scope), search: (previous) => previous });
  return (
    <Drawer opened onClose={close} size="34rem" padding="lg" title="Request">
      <QueryView query={receipt} loading="Loading the request">
        {(view) => <Receipt receipt={view} />}
      </QueryView>
    </Drawer>
  );
}
