import { Button } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { Facts } from '../../../components/facts';
import { Money } from '../../../components/money';
import { Notice } from '../../../components/notice';
import { ShortId } from '../../../components/short-id';
import classes from './dialog-result.module.css';
import { type BookedTopUp, TopUpForm } from './top-up-form';

interface TopUpDialogProps {
  customer: View<'CustomerDetailView'>;
  opened: boolean;
  onClose: () => void;
}

export function TopUpDialog({ customer, opened, onClose }: TopUpDialogProps) {
  const [booked, setBooked] = useState<BookedTopUp>();
  const close = () => {
    setBooked(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={`Top up ${customer.name}`}>
      {booked ? (
        <div className={classes.result}>
          <Notice tone="good" title="The money is there" announced>
            The very next request can spend it.
          </Notice>
          <Facts
            facts={[
              { name: 'Amount', value: <Money usd={booked.amountUsd} signed /> },
              { name: 'Entry', value: <ShortId id={booked.entryId} what="entry id" /> },
              { name: 'Balance', value: <Money usd={booked.balanceUsd} /> },
            ]}
          />
          <div className={classes.end}>
            <Button onClick={close}>Done</Button>
          </div>
        </div>
      ) : (
        <TopUpForm customer={customer} onBooked={setBooked} onCancel={close} />
      )}
    </Dialog>
  );
}
