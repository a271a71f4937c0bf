import { Button, Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { View } from '../../api/views';
import { CodeBlock } from '../../components/copy';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice } from '../../components/notice';
import { issuePasswordLink } from './customer-queries';
import classes from './customers.module.css';

type Owner = View<'CustomerOwnerView'>;

/** Makes a new invitation or reset link for an owner; support must be sure who asks for it. */
export function PasswordLinkButton({ owner }: { owner: Owner }) {
  const [opened, setOpened] = useState(false);
  const [url, setUrl] = useState<string>();
  const label = owner.has_password ? 'Reset link' : 'New invitation';
  const close = () => {
    setOpened(false);
    setUrl(undefined);
  };
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${label} for ${owner.email}`}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={`${label} for ${owner.email}`}>
        {url ? (
          <div className={classes.result}>
            <OneTimeLink url={url} email={owner.email} />
            <div className={classes.resultButtons}>
              <Button variant="default" onClick={close}>
                Done
              </Button>
            </div>
          </div>
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
  const form = useForm({ initialValues: { reset_second_factor: false } });
  const submit = useSubmit(form, async ({ reset_second_factor }) => {
    onLink((await issuePasswordLink(owner.id, reset_second_factor)).url);
  });
  return (
    <SubmitForm submit={submit} label="Make the link" onCancel={onCancel}>
      <p>Make sure that it is really the owner who asks: whoever opens the link takes over the account.</p>
      {owner.second_factor_enabled && (
        <Checkbox
          label="Also turn the second factor off, because the phone is lost"
          {...form.getInputProps('reset_second_factor', { type: 'checkbox' })}
        />
      )}
    </SubmitForm>
  );
}

/** A link that sets a password: whoever has it first is in, so it is shown once and to be sent with care. */
export function OneTimeLink({ url, email }: { url: string; email: string }) {
  return (
    <>
      <Notice tone="warn" title="Send this link now: it is never shown again">
        It works once, for {email}. Whoever opens it first sets the password.
      </Notice>
      <CodeBlock label="one-time link" code={url} />
    </>
  );
}
