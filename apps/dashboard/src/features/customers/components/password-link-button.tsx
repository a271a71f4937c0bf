import { Button, Checkbox } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { View } from '../../../api/views';
import { Dialog } from '../../../components/dialog';
import { SubmitForm } from '../../../components/form/submit-form';
import { useSubmit } from '../../../components/form/use-submit';
import { issuePasswordLink } from '../customer-calls';
import classes from './dialog-result.module.css';
import { OneTimeLink } from './one-time-link';

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
            <div className={classes.end}>
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
