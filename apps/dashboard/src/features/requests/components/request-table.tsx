import { Link } from '@tanstack/react-router';
import { useAccountScope } from '../../../account/account-scope';
import { requestLink } from '../../../account/scope-paths';
import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { Money } from '../../../components/money';
import { StatusBadge } from '../../../components/status-badge';
import { Table } from '../../../components/table';
import cells from '../../../components/table.module.css';
import { formatDuration } from '../../../format/counts';

interface RequestTableProps {
  requests: readonly View<'RequestView'>[];
  /** New rows light up for a moment. */
  live: boolean;
}

export function RequestTable({ requests, live }: RequestTableProps) {
  const scope = useAccountScope();
  return (
    <Table label="Requests, newest first" live={live}>
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">Outcome</th>
          <th scope="col" className={cells.wide}>
            Key
          </th>
          <th scope="col" className={cells.wide}>
            Time
          </th>
          <th scope="col" className={`${cells.number} ${cells.wide}`}>
            Took
          </th>
          <th scope="col" className={cells.number}>
            Cost
          </th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.request_id} className={cells.linked}>
            <td>
              <Link
                {...requestLink(scope, request.request_id)}
                search={(previous) => previous}
                className={cells.link}
                preload={false}
              >
                <code>{request.operation}</code>
              </Link>
              <span className={cells.narrow}>
                {request.key.name} · <Moment at={request.time} />
              </span>
            </td>
            <td>
              <StatusBadge status={request.status} />
              {request.code && <code className={cells.quiet}>{request.code}</code>}
            </td>
            <td className={cells.wide}>{request.key.name}</td>
            <td className={cells.wide}>
              <Moment at={request.time} as="instant" />
            </td>
            <td className={`${cells.number} ${cells.wide}`}>{formatDuration(request.duration_ms)}</td>
            <td className={cells.number}>
              <Money usd={request.cost_usd} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
