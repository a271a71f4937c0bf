import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import { LinkDelivery } from '../../components/link-delivery';
import { useCreateCustomer } from './customer-queries';

export function CreateCustomerDialog(dialog: DialogControl) {
  const createCustomer = useCreateCustomer();
  return (
    <FormDialog
      {...dialog}
      title="New customer"
      label="Create customer"
      initialValues={{ name: '', owner_email: '' }}
      mutation={createCustomer}
      body={({ name, owner_email }) => ({ name: name.trim(), owner_email: owner_email.trim() })}
      resultTitle={({ name }) => `${name} is ready`}
      result={(created, close) => (
        <Stack>
          {created.invitation_delivery && (
            <LinkDelivery
              delivery={created.invitation_delivery}
              url={created.invitation_url}
              email={created.owner.email}
            />
          )}
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
      )}
    >
      {(form) => (
        <>
          <TextInput label="Name" placeholder="Example Ltd" data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label="Owner’s email"
            type="email"
            description="The owner signs in with it and chooses a password."
            {...form.getInputProps('owner_email')}
          />
        </>
      )}
    </FormDialog>
  );
}
