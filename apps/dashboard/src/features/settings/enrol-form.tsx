import { Box, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import type { View } from '../../api/views';
import { CodeBlock } from '../../components/copy';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { QueryView } from '../../components/query-view';
import { enrolmentQuery, useEnableSecondFactor } from './settings-queries';

interface EnrolFormProps {
  onEnrolled: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

export function EnrolForm({ onEnrolled, onCancel }: EnrolFormProps) {
  const enrolment = useQuery(enrolmentQuery);
  const enable = useEnableSecondFactor();
  const form = useForm({ initialValues: { code: '' } });
  const onSuccess = (view: View<'RecoveryCodesView'>) => onEnrolled(view.recovery_codes);
  const submit = useSubmit(form, enable, ({ code }) => enable.mutate(code.replace(/\s/g, ''), { onSuccess }));
  return (
    <QueryView query={enrolment} loading="Creating a secret">
      {({ secret, otpauth_url }) => (
        <SubmitForm submit={submit} label="Turn on" onCancel={onCancel}>
          <Stack gap="sm">
            <p>Scan this with an authenticator app, or type the secret into it.</p>
            <QrCode text={otpauth_url} label="QR code of the secret" />
            <CodeBlock label="secret" code={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
          </Stack>
          <TextInput
            label="Code from the app"
            autoComplete="one-time-code"
            inputMode="numeric"
            // The dialog has opened before the secret is there.
            autoFocus
            {...form.getInputProps('code')}
          />
        </SubmitForm>
      )}
    </QueryView>
  );
}

/** Drawn here, not fetched: the text is a secret. Dark on white in both themes, as scanners need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      w="11rem"
      mx="auto"
      bg="#fff"
      bdrs="var(--radius)"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </Box>
  );
}
