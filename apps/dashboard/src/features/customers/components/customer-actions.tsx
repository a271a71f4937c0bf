import { Button } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../../api/views';
import { Icon } from '../../../components/icon';
import { changeNames, type StatusChange, StatusDialog } from './status-dialog';
import { TopUpDialog } from './top-up-dialog';

export function CustomerActions({ customer }: { customer: View<'CustomerDetailView'> }) {
  const [action, setAction] = useState<'top-up' | StatusChange>();
  const change: StatusChange = customer.status === 'active' ? 'suspend' : 'resume';
  const close = () => setAction(undefined);
  return (
    <>
      <Button variant="default" onClick={() => setAction(change)}>
        {changeNames[change]}
      </Button>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAction('top-up')}>
        Top up
      </Button>
      <TopUpDialog customer={customer} opened={action === 'top-up'} onClose={close} />
      <StatusDialog customer={customer} change="suspend" opened={action === 'suspend'} onClose={close} />
      <StatusDialog customer={customer} change="resume" opened={action === 'resume'} onClose={close} />
    </>
  );
}
