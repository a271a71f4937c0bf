import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { useCreateCustomer } from './customer-queries';
import { OneTimeLink } from './password-link';

/** Name and email, then the link that the owner sets a password with. */
export function CreateCustomerDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<View<'NewCustomerView'>>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={created ? `${created.name} is ready` : 'New customer'}>
      {created ? (
        <Stack>
          {created.invitation_url && <OneTimeLink url={created.invitation_url} email={created.owner.email} />}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={close}>
              Done
            </Button>
            <Button
              renderRoot={(props) => (
                <Link to="/support/customers/$accountId" params={{ accountId: created.id }} {...props} />
              )}
            >
              Open customer
            </Button>
          </Group>
        </Stack>
      ) : (
        <CreateForm onCreated={setCreated} onCancel={close} />
      )}
    </Dialog>
  );
}

interface CreateFormProps {
  onCreated: (customer: View<'NewCustomerView'>) => void;
  onCancel: () => void;
}

function CreateForm({ onCreated, onCancel }: CreateFormProps) {
  const createCustomer = useCreateCustomer();
  const form = useForm({ initialValues: { name: '', owner_email: '' } });
  const submit = useSubmit(form, async ({ name, owner_email }) =>
    onCreated(await createCustomer.mutateAsync({ name: name.trim(), owner_email: owner_email.trim() })),
  );
  return (
    <SubmitForm submit={submit} label="Create customer" onCancel={onCancel}>
      <TextInput label="Name" placeholder="Example Ltd" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Owner’s email"
        type="email"
        description="The owner signs in with it and chooses a password."
        {...form.getInputProps('owner_email')}
      />
    </SubmitForm>
  );
}
