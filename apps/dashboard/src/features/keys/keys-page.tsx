import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { usePermissions } from '../../account/permissions';
import { Page } from '../../components/page';
import { CreateKeyDialog } from './create-key-dialog';
import { KeysView } from './keys-view';

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
          <Button leftSection={<IconPlus size={16} />} onClick={() => show(true)}>
            Create a key
          </Button>
        )
      }
    >
      <KeysView {...(develop && { onCreate: () => show(true) })} />
      <CreateKeyDialog name={name} opened={create} onClose={() => show(false)} />
    </Page>
  );
}
