import type { Operation } from '@loupe/dto';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountKey } from '../../../account/account-scope';
import { operationsQuery } from '../../../account/operations-query';
import { Panel } from '../../../components/panel';
import { ProblemNotice } from '../../../components/problem-notice';
import { callUrl } from '../../../snippets/call-url';
import { type CallValues, faultsOf, nextPageOf } from '../call-values';
import { sendCall } from '../send-call';
import { AnswerPanel } from './answer-panel';
import { CallForm } from './call-form';
import classes from './operation-panel.module.css';
import { SnippetsPanel } from './snippets-panel';

interface OperationPanelProps {
  operation: Operation;
  values: CallValues;
  onType: (name: string, text: string) => void;
}

/** One operation: its form and price, its answer, and the same call as code. */
export function OperationPanel({ operation, values, onType }: OperationPanelProps) {
  const queryClient = useQueryClient();
  const [key, setKey] = useState<string>();
  const [tried, setTried] = useState(false);
  const priceUsd = useQuery(operationsQuery).data?.find(({ name }) => name === operation.name)?.price_usd;
  const parameters = Object.keys(operation.parameters);
  const faults = faultsOf(operation, values);
  const urlWith = (texts: CallValues) =>
    callUrl(window.location.origin, { path: operation.path, parameters, values: texts });
  const call = useMutation({
    mutationFn: (url: string) => sendCall(url, operation.keyless ? undefined : key),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey({ kind: 'own' }) }),
  });
  const send = (texts: CallValues) => {
    setTried(true);
    const ready = operation.keyless || key !== undefined;
    if (ready && Object.keys(faultsOf(operation, texts)).length === 0) call.mutate(urlWith(texts));
  };
  const next = call.data && nextPageOf(operation, call.data.body);
  return (
    <div className={classes.panels}>
      <Panel title={operation.summary} answer={operation.description}>
        <CallForm
          operation={operation}
          values={values}
          faults={tried ? faults : {}}
          onType={onType}
          onKey={setKey}
          keyMissing={tried && !operation.keyless && key === undefined}
          priceUsd={priceUsd}
          sending={call.isPending}
          onSend={() => send(values)}
        />
      </Panel>
      {call.isError && <ProblemNotice error={call.error} />}
      {call.data && (
        <AnswerPanel
          answer={call.data}
          {...(next && {
            onNext: () => {
              for (const [name, text] of Object.entries(next)) onType(name, text);
              send({ ...values, ...next });
            },
          })}
        />
      )}
      <SnippetsPanel url={urlWith(values)} />
    </div>
  );
}
