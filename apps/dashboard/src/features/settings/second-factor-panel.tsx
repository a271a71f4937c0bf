import { Badge, Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { encode } from 'uqr';
import type { View } from '../../api/client';
import { AlertBox } from '../../components/alert-box';
import { CodeBlock } from '../../components/copy';
import { ChangeAlert, Dialog, DialogOutcome, DoneButton, FormDialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import {
  enrolmentQuery,
  secondFactorQuery,
  useDisableSecondFactor,
  useEnableSecondFactor,
  useRenewRecoveryCodes,
} from './settings-queries';

/** `onSeen` deletes the answer that contained the codes. */
type Step = 'enrol' | 'disable' | { codes: readonly string[]; onSeen: () => void };

export function SecondFactorPanel() {
  const factor = useQuery(secondFactorQuery);
  const disable = useDisableSecondFactor();
  const [step, setStep] = useState<Step>();
  const close = () => {
    if (typeof step === 'object') step.onSeen();
    setStep(undefined);
    void factor.refetch();
  };
  const codes = typeof step === 'object' ? step.codes : undefined;
  return (
    <Panel
      id="two-factor"
      title="Two-factor authentication"
      description="You enter a code from an authenticator app after your password."
    >
      <QueryView query={factor} loading="Loading two-factor authentication">
        {(view) => <FactorState factor={view} onStep={setStep} />}
      </QueryView>
      <Dialog
        opened={step === 'enrol' || codes !== undefined}
        onClose={close}
        title={codes ? 'Recovery codes' : 'Set up two-factor authentication'}
        locked={codes !== undefined}
      >
        {step === 'enrol' && <EnrolForm onCancel={close} onEnrolled={setStep} />}
        {codes && (
          <DialogOutcome>
            <RecoveryCodes codes={codes} onDone={close} />
          </DialogOutcome>
        )}
      </Dialog>
      <FormDialog
        opened={step === 'disable'}
        onClose={close}
        title="Turn off two-factor authentication?"
        label="Turn off"
        danger
        mutation={disable}
        done="Two-factor authentication is off."
      >
        <p>Your password will then need no code. Your recovery codes stop working.</p>
      </FormDialog>
    </Panel>
  );
}

function FactorState({ factor, onStep }: { factor: View<'SecondFactorView'>; onStep: (step: Step) => void }) {
  const renewal = useRenewRecoveryCodes();
  const renew = () =>
    renewal.mutate(undefined, { onSuccess: ({ recovery_codes: codes }) => onStep({ codes, onSeen: renewal.end }) });
  if (!factor.enabled)
    return (
      <Group justify="space-between" gap="sm">
        <p>
          <Badge color="warn">off</Badge> Your password needs no code.
        </p>
        <Button onClick={() => onStep('enrol')}>Set up</Button>
      </Group>
    );
  return (
    <>
      <Group justify="space-between" gap="sm">
        <p>
          <Badge color="good">on</Badge> since{' '}
          {factor.enabled_at ? <Moment at={factor.enabled_at} as="instant" /> : 'now'},{' '}
          {countOf(factor.recovery_codes_left, 'recovery code')} left
        </p>
        <Group gap="xs">
          <Button loading={renewal.isPending} onClick={renew}>
            New recovery codes
          </Button>
          {!factor.required && <Button onClick={() => onStep('disable')}>Turn off</Button>}
        </Group>
      </Group>
      <ChangeAlert change={renewal} />
    </>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Stack>
      <AlertBox tone="warn" title="Keep these: they are never shown again">
        If you lose your phone, each works once as a two-factor code. Earlier recovery codes no longer work.
      </AlertBox>
      <CodeBlock label="recovery codes" code={codes.join('\n')} />
      <DoneButton label="I have stored them" variant="filled" onClick={onDone} />
    </Stack>
  );
}

interface EnrolFormProps {
  onEnrolled: (step: Step) => void;
  onCancel: () => void;
}

function EnrolForm({ onEnrolled, onCancel }: EnrolFormProps) {
  const enrolment = useQuery(enrolmentQuery);
  const enable = useEnableSecondFactor();
  const form = useForm({ initialValues: { code: '' } });
  const onSuccess = (view: View<'RecoveryCodesView'>) => onEnrolled({ codes: view.recovery_codes, onSeen: enable.end });
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
            // The dialog opens before this field exists, so it cannot set the focus itself.
            autoFocus
            {...form.getInputProps('code')}
          />
        </SubmitForm>
      )}
    </QueryView>
  );
}

/** Drawn in the browser, because the text is a secret. Dark on white in both themes, because scanners need that. */
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
