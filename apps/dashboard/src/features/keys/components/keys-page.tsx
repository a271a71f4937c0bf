import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Icon } from '../../../components/icon';
import { Page } from '../../../components/page';
import { CreateKeyDialog } from './create-key-dialog';
import { KeysView } from './keys-view';

export function KeysPage() {
  const navigate = useNavigate();
  const { create = false } = useSearch({ from: '/signed-in/owner/keys' });
  const show = (opened: boolean) =>
    void navigate({ to: '/keys', search: opened ? { create: true } : {}, replace: !opened });
  const button = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => show(true)}>
      Create a key
    </Button>
  );
  return (
    <Page
      title="Keys"
      lede="Whoever holds a key spends the balance. Use one per system, so that one can be revoked without the others."
      actions={button}
    >
      <KeysView onCreate={() => show(true)} />
      <CreateKeyDialog opened={create} onClose={() => show(false)} />
    </Page>
  );
}
