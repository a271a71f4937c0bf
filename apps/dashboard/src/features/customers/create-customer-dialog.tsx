import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { createCustomer } from './customer-queries';
import classes from './customers.module.css';
import { OneTimeLink } from './password-link';

interface CreateCustomerDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Name and email, then the link that the owner sets a password with. */
export function CreateCustomerDialog({ opened, onClose }: CreateCustomerDialogProps) {
  const [created, setCreated] = useState<View<'NewCustomerView'>>();
  const close = () => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={created ? `${created.name} is ready` : 'New customer'}>
      {created ? (
        <div className={classes.result}>
          {created.invitation_url && <OneTimeLink url={created.invitation_url} email={created.owner.email} />}
          <div className={classes.resultButtons}>
            <Button variant="default" onClick={close}>
              Done
            </Button>
            <Button
              renderRoot={(props) => (
                <Link to="/support/customers/$accountId" params={{ accountId: created.id }} {...props} />
              )}
            >
              To the customer
            </Button>
          </div>
        </div>
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
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { name: '', owner_email: '' } });
  const submit = useSubmit(form, async ({ name, owner_email }) => {
    onCreated(await createCustomer({ name: name.trim(), owner_email: owner_email.trim() }));
    await queryClient.invalidateQueries({ queryKey: ['customers'] });
  });
  return (
    <SubmitForm submit={submit} label="Create" onCancel={onCancel}>
      <TextInput label="Name" placeholder="Example Ltd" data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label="Email of the owner"
        type="email"
        description="The owner signs in with it and chooses the password."
        {...form.getInputProps('owner_email')}
      />
    </SubmitForm>
  );
}
