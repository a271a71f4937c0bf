import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { View } from '../../api/views';
import { FormDialog } from '../../components/form/form-dialog';
import { LinkDelivery } from '../../components/link-delivery';
import { useIssuePasswordLink } from './customer-queries';

export function PasswordLinkButton({ owner }: { owner: View<'MemberView'> }) {
  const issueLink = useIssuePasswordLink(owner.id);
  const [opened, setOpened] = useState(false);
  const label = owner.has_password ? 'Reset link' : 'New invitation';
  const title = `${label} for ${owner.email}`;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        mx="calc(-1 * var(--space-2))"
        aria-label={title}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={title}
        label="Create link"
        initialValues={{ reset_second_factor: false }}
        mutation={issueLink}
        body={(values) => values}
        result={({ delivery, url }, close) => (
          <Stack>
            <LinkDelivery delivery={delivery} url={url} email={owner.email} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                Done
              </Button>
            </Group>
          </Stack>
        )}
      >
        {(form) => (
          <>
            <p>Make sure the owner is really the one asking: anyone who opens the link takes over the account.</p>
            {owner.second_factor_enabled && (
              <Checkbox
                label="Also turn off two-factor authentication because the phone is lost"
                {...form.getInputProps('reset_second_factor', { type: 'checkbox' })}
              />
            )}
          </>
        )}
      </FormDialog>
    </>
  );
}
