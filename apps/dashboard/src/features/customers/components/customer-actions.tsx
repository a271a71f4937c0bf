import { Button } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../../api/views';
import { Icon } from '../../../components/icon';
import { StatusDialog } from './status-dialog';
import { TopUpDialog } from './top-up-dialog';

export function CustomerActions({ customer }: { customer: View<'CustomerDetailView'> }) {
  const [action, setAction] = useState<'top-up' | 'status'>();
  const close = () => setAction(undefined);
  return (
    <>
      <Button variant="default" onClick={() => setAction('status')}>
        {customer.status === 'active' ? 'Suspend' : 'Resume'}
      </Button>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAction('top-up')}>
        Top up
      </Button>
      <TopUpDialog customer={customer} opened={action === 'top-up'} onClose={close} />
      <StatusDialog customer={customer} opened={action === 'status'} onClose={close} />
    </>
  );
}
