import { Button } from '@mantine/core';
import { lazy, useState } from 'react';
import { useAccountScope } from '../../../account/account-scope';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { describeUsd } from '../../../format/usd';
import classes from './threshold-control.module.css';

const ThresholdForm = lazy(async () => ({ default: (await import('./threshold-form')).ThresholdForm }));

type Account = View<'AccountView'>;

/** Below which balance the owner wants to be told, and the dialog that changes it. */
export function ThresholdControl({ account }: { account: Account }) {
  const own = useAccountScope().kind === 'own';
  const [opened, setOpened] = useState(false);
  const threshold = account.low_balance_threshold_usd;
  return (
    <div className={classes.control}>
      <span>
        {threshold === null ? 'No warning about a low balance is set.' : `Warns below ${describeUsd(threshold)}.`}
      </span>
      {own && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpened(true)}>
          {threshold === null ? 'Set a warning' : 'Change'}
        </Button>
      )}
      <Dialog opened={opened} onClose={() => setOpened(false)} title="Low-balance warning">
        <ThresholdForm threshold={threshold} onDone={() => setOpened(false)} />
      </Dialog>
    </div>
  );
}
