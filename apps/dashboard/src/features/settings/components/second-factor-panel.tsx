import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../../../api/client';
import type { View } from '../../../api/views';
import { Badge } from '../../../components/badge';
import { Dialog } from '../../../components/dialog';
import { Moment } from '../../../components/moment';
import { Panel } from '../../../components/panel';
import { ProblemNotice } from '../../../components/problem-notice';
import { QueryView } from '../../../components/query-view';
import { countOf } from '../../../format/counts';
import { secondFactorQuery } from '../settings-queries';
import { DisableForm } from './disable-form';
import { EnrolForm } from './enrol-form';
import { RecoveryCodes } from './recovery-codes';
import classes from './second-factor-panel.module.css';

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
      <div className={classes.state}>
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
      <div className={classes.state}>
        <p>
          <Badge tone="good">on</Badge> since{' '}
          {factor.enabled_at ? <Moment at={factor.enabled_at} as="instant" /> : 'now'},{' '}
          {countOf(factor.recovery_codes_left, 'recovery code')} left
        </p>
        <div className={classes.actions}>
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
