import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../../api/client';
import { sessionQuery } from '../../api/session';
import type { View } from '../../api/views';
import { CodeBlock } from '../../components/copy';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Notice, ProblemNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import { Badge, Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { EnrolForm } from './enrol-form';
import classes from './settings.module.css';
import { secondFactorQuery } from './settings-queries';

type Factor = View<'SecondFactorView'>;
type Step = { name: 'enrol' | 'disable' } | { name: 'codes'; codes: readonly string[] };

const titles: Record<Step['name'], string> = {
  enrol: 'Set up a second factor',
  codes: 'Recovery codes',
  disable: 'Turn the second factor off?',
};

/** A code from a phone beside the password: set up, renew its recovery codes, turn off. */
export function SecondFactorPanel() {
  const factor = useQuery(secondFactorQuery);
  const [step, setStep] = useState<Step>();
  const close = () => {
    setStep(undefined);
    void factor.refetch();
  };
  return (
    <Panel title="Second factor" answer="A code from an authenticator, asked for after the password.">
      <QueryView query={factor} loading="Loading the second factor">
        {(view) => (
          <FactorState
            factor={view}
            onEnrol={() => setStep({ name: 'enrol' })}
            onDisable={() => setStep({ name: 'disable' })}
            onCodes={(codes) => setStep({ name: 'codes', codes })}
          />
        )}
      </QueryView>
      <Dialog
        opened={step !== undefined}
        onClose={close}
        title={step ? titles[step.name] : ''}
        locked={step?.name === 'codes'}
      >
        {step?.name === 'enrol' && (
          <EnrolForm onCancel={close} onEnrolled={(codes) => setStep({ name: 'codes', codes })} />
        )}
        {step?.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={close} />}
        {step?.name === 'disable' && <DisableForm onDone={close} />}
      </Dialog>
    </Panel>
  );
}

interface FactorStateProps {
  factor: Factor;
  onEnrol: () => void;
  onDisable: () => void;
  onCodes: (codes: readonly string[]) => void;
}

function FactorState({ factor, onEnrol, onDisable, onCodes }: FactorStateProps) {
  const renewal = useMutation({
    mutationFn: () => answerOf(client.POST('/dashboard/api/second-factor/recovery-codes')),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  if (!factor.enabled)
    return (
      <div className={classes.stateRow}>
        <p>
          <Badge tone="warn">off</Badge> The password alone opens this account.
        </p>
        <Button variant="default" size="xs" onClick={onEnrol}>
          Set up
        </Button>
      </div>
    );
  return (
    <>
      <div className={classes.stateRow}>
        <p>
          <Badge tone="good">on</Badge> since{' '}
          {factor.enabled_at ? <Moment at={factor.enabled_at} as="instant" /> : 'now'},{' '}
          {countOf(factor.recovery_codes_left, 'recovery code')} left
        </p>
        <div className={classes.buttonRow}>
          <Button variant="default" size="xs" loading={renewal.isPending} onClick={() => renewal.mutate()}>
            New recovery codes
          </Button>
          {!factor.required && (
            <Button variant="default" size="xs" onClick={onDisable}>
              Turn off
            </Button>
          )}
        </div>
      </div>
      {renewal.isError && <ProblemNotice error={renewal.error} />}
    </>
  );
}

function DisableForm({ onDone }: { onDone: () => void }) {
  const queryClient = useQueryClient();
  const submit = useSubmit(useForm({ initialValues: {} }), async () => {
    await answerOf(client.DELETE('/dashboard/api/second-factor'));
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    onDone();
  });
  return (
    <SubmitForm submit={submit} label="Turn it off" danger onCancel={onDone}>
      <p>The password alone will then open this account. The recovery codes stop working.</p>
    </SubmitForm>
  );
}

/** Shown once. Each stands in for the phone one time. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={classes.oneTimeSecret}>
      <Notice tone="warn" title="Keep these: they are never shown again">
        Each works once in place of a code, when the phone is lost. Earlier ones no longer work.
      </Notice>
      <CodeBlock label="recovery codes" code={codes.join('\n')} />
      <Button onClick={onDone} className={classes.oneTimeSecretDone}>
        I have stored them
      </Button>
    </div>
  );
}
