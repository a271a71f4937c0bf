import { Link } from '@tanstack/react-router';
import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { ShortId } from '../../../components/short-id';
import { Table } from '../../../components/table';
import cells from '../../../components/table.module.css';
import { actionName } from '../audit-actions';
import { auditFacts } from '../audit-details';
import classes from './audit-table.module.css';

type Entry = View<'AuditEntryView'>;

export function AuditTable({ entries }: { entries: readonly Entry[] }) {
  return (
    <Table
      label="Audit entries, newest first"
      rows={entries}
      idOf={({ id }) => id}
      columns={[
        { title: 'What', narrow: 'lead', cell: (entry) => <Deed entry={entry} /> },
        {
          title: 'Who',
          cell: ({ actor }) => (
            <>
              {actor.label}
              {actor.address && <span className={classes.address}>{actor.address}</span>}
            </>
          ),
        },
        { title: 'Customer', cell: ({ account_id: id }) => id && <CustomerLink accountId={id} /> },
        { title: 'Time', cell: ({ time }) => <Moment at={time} as="second" /> },
      ]}
    />
  );
}

function Deed({ entry: { action, target, details } }: { entry: Entry }) {
  return (
    <>
      <span className={classes.deed} title={action}>
        {actionName(action)}
      </span>
      <span className={classes.facts}>
        <span>
          <span className={cells.aside}>{target.type}</span>{' '}
          {target.id.length > 12 ? <ShortId id={target.id} what={`${target.type} id`} /> : target.id}
        </span>
        {auditFacts(details).map(({ name, value }) => (
          <span key={name}>
            <span className={cells.aside}>{name}</span> {value}
          </span>
        ))}
      </span>
    </>
  );
}

function CustomerLink({ accountId }: { accountId: string }) {
  return (
    <Link
      to="/support/customers/$accountId"
      params={{ accountId }}
      preload={false}
      aria-label={`Account ${accountId}`}
      className={classes.customer}
    >
      {accountId}
    </Link>
  );
}
