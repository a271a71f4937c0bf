import { Link } from '@tanstack/react-router';
import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { Table } from '../../../components/table';
import cells from '../../../components/table.module.css';
import classes from './audit-table.module.css';

type Entry = View<'AuditEntryView'>;

export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table label="Audit entries, newest first">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Customer</th>
          <th scope="col" className={cells.wide}>
            Who
          </th>
          <th scope="col" className={cells.wide}>
            Time
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <code>{entry.action}</code>
              <Details entry={entry} />
              <span className={cells.narrow}>
                {entry.actor.label} · <Moment at={entry.time} as="minute" />
              </span>
            </td>
            <td>
              {entry.account_id ? (
                <Link to="/support/customers/$accountId" params={{ accountId: entry.account_id }} preload={false}>
                  Account {entry.account_id}
                </Link>
              ) : (
                'none'
              )}
            </td>
            <td className={cells.wide}>
              {entry.actor.label}
              {entry.actor.address && <span className={classes.address}>{entry.actor.address}</span>}
            </td>
            <td className={cells.wide}>
              <Moment at={entry.time} as="instant" />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Details({ entry: { target, details } }: { entry: Entry }) {
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== undefined);
  return (
    <span className={classes.details}>
      {target.type} {target.id}
      {facts.map(([name, value]) => `, ${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)}
    </span>
  );
}
