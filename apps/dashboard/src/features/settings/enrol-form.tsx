import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { answerOf, client } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { sessionQuery } from '../../api/session';
import { CodeBlock } from '../../components/copy';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { QueryView } from '../../components/query-view';
import classes from './settings.module.css';

interface EnrolFormProps {
  onEnrolled: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows a new secret, and takes a code made from it as proof that the authenticator holds it. */
export function EnrolForm({ onEnrolled, onCancel }: EnrolFormProps) {
  const enrolment = useQuery({
    queryKey: ['second-factor', 'enrolment'],
    queryFn: () => answerOf(client.POST('/dashboard/api/second-factor')),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const form = useForm({ initialValues: { code: '' } });
  const submit = useSubmit(form, async ({ code }) => {
    const body = { code: code.replace(/\s/g, '') };
    const { recovery_codes } = await answerOf(client.POST('/dashboard/api/second-factor/confirm', { body }));
    onEnrolled(recovery_codes);
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  });
  return (
    <QueryView query={enrolment} loading="Making a secret">
      {({ secret, otpauth_url }) => (
        <SubmitForm submit={submit} label="Turn it on" onCancel={onCancel}>
          <ol className={classes.enrolSteps}>
            <li>Scan this with an authenticator app, or type the secret under it.</li>
            <li className={classes.enrolCode}>
              <QrCode text={otpauth_url} label="QR code of the secret" />
            </li>
            <li>
              <CodeBlock label="secret" code={secret.replace(/(.{4})(?=.)/g, '$1 ')} />
            </li>
          </ol>
          <TextInput
            label="Code that the app shows now"
            autoComplete="one-time-code"
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('code')}
          />
        </SubmitForm>
      )}
    </QueryView>
  );
}

/** Drawn here, not fetched: the text is a secret. Dark on white in both themes, as scanners want it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={classes.qrCode}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
