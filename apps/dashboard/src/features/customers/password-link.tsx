import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { View } from '../../api/views';
import { CodeBlock } from '../../components/copy';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice } from '../../components/notice';
import { useIssuePasswordLink } from './customer-queries';

type Owner = View<'CustomerOwnerView'>;

/** Creates a new invitation or reset link for an owner. */
export function PasswordLinkButton({ owner }: { owner: Owner }) {
  const [opened, setOpened] = useState(false);
  const [url, setUrl] = useState<string>();
  const label = owner.has_password ? 'Reset link' : 'New invitation';
  const title = `${label} for ${owner.email}`;
  const close = () => {
    setOpened(false);
    setUrl(undefined);
  };
  return (
    <>
      <Button variant="subtle" size="compact-sm" aria-label={title} onClick={() => setOpened(true)}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={title}>
        {url ? (
          <Stack>
            <OneTimeLink url={url} email={owner.email} />
            <Group justify="end">
              <Button variant="default" onClick={close}>
                Done
              </Button>
            </Group>
          </Stack>
        ) : (
          <LinkForm owner={owner} onLink={setUrl} onCancel={close} />
        )}
      </Dialog>
    </>
  );
}

interface LinkFormProps {
  owner: Owner;
  onLink: (url: string) => void;
  onCancel: () => void;
}

function LinkForm({ owner, onLink, onCancel }: LinkFormProps) {
  const issueLink = useIssuePasswordLink(owner.id);
  const form = useForm({ initialValues: { reset_second_factor: false } });
  const submit = useSubmit(form, async (body) => onLink((await issueLink.mutateAsync(body)).url));
  return (
    <SubmitForm submit={submit} label="Create link" onCancel={onCancel}>
      <p>Make sure the owner is really the one asking: anyone who opens the link takes over the account.</p>
      {owner.second_factor_enabled && (
        <Checkbox
          label="Also turn off two-factor authentication because the phone is lost"
          {...form.getInputProps('reset_second_factor', { type: 'checkbox' })}
        />
      )}
    </SubmitForm>
  );
}

/** A link that sets a password: the first person to open it is in, so it is shown once. */
export function OneTimeLink({ url, email }: { url: string; email: string }) {
  return (
    <>
      <Notice tone="warn" title="Send this link now: it is never shown again">
        It works once, for {email}. The first person to open it sets the password.
      </Notice>
      <CodeBlock label="one-time link" code={url} />
    </>
  );
}
