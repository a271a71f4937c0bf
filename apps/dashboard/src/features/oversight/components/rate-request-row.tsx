import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../../api/views';
import { Moment } from '../../../components/moment';
import { DecisionDialog } from './decision-dialog';
import classes from './rate-request-row.module.css';

export function RateRequestRow({ request }: { request: View<'RateRequestItem'> }) {
  const [granting, setGranting] = useState(true);
  const [opened, setOpened] = useState(false);
  const decide = (granted: boolean) => {
    setGranting(granted);
    setOpened(true);
  };
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <h3 className={classes.head}>
          {request.rate_limit_per_second} → {request.requests_per_second} a second
        </h3>
        <p>“{request.reason}”</p>
        <p className={classes.aside}>
          <Link to="/support/customers/$accountId/keys" params={{ accountId: request.account_id }}>
            {request.account_name}
          </Link>
          , key {request.key.name} (<code>{request.key.prefix}…</code>), asked <Moment at={request.created_at} />
        </p>
        {request.decided_at && (
          <p className={classes.aside}>
            {request.state} <Moment at={request.decided_at} />
            {request.granted_per_second !== null && ` at ${request.granted_per_second} a second`}
            {request.note && `: “${request.note}”`}
          </p>
        )}
      </div>
      {request.state === 'open' && (
        <div className={classes.actions}>
          <Button variant="default" size="xs" onClick={() => decide(false)}>
            Decline
          </Button>
          <Button size="xs" onClick={() => decide(true)}>
            Grant
          </Button>
        </div>
      )}
      <DecisionDialog request={request} granting={granting} opened={opened} onClose={() => setOpened(false)} />
    </li>
  );
}
