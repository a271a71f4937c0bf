import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { usePermissions } from '../../account/permissions';
import { LazyMount } from '../../components/dialog';
import { Icon } from '../../components/icon';
import { Page } from '../../components/page';
import { KeysView } from './keys-view';

const CreateKeyDialog = lazy(async () => ({ default: (await import('./create-key-dialog')).CreateKeyDialog }));

export function KeysPage() {
  const navigate = useNavigate();
  const { develop } = usePermissions();
  const { create = false, name = '' } = useSearch({ from: '/signed-in/owner/keys' });
  const show = (opened: boolean) =>
    void navigate({ to: '/keys', search: opened ? { create: true } : {}, replace: !opened });
  return (
    <Page
      title="Keys"
      lede="Anyone who has a key can spend the balance. Use one per system, so you can revoke one without affecting the others."
      actions={
        develop && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => show(true)}>
            Create a key
          </Button>
        )
      }
    >
      <KeysView {...(develop && { onCreate: () => show(true) })} />
      <LazyMount when={create}>
        <CreateKeyDialog name={name} opened={create} onClose={() => show(false)} />
      </LazyMount>
    </Page>
  );
}
