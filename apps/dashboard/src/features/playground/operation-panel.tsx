import type { Operation } from '@loupe/dto';
import { Stack, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operationsQuery } from '../../account/account-queries';
import { accountKey } from '../../account/account-scope';
import { CodeBlock } from '../../components/copy';
import { ProblemNotice } from '../../components/notice';
import { Panel } from '../../components/panel';
import { callUrl, keyVariable, languages, snippet } from '../../snippets/snippets';
import { CallForm } from './call-form';
import { type CallValues, faultsOf, nextPageOf } from './call-values';
import { ResponsePanel } from './response-panel';
import { sendCall } from './send-call';

interface OperationPanelProps {
  operation: Operation;
  values: CallValues;
  onType: (name: string, text: string) => void;
}

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
    <Stack>
      <Panel title={operation.summary} description={operation.description}>
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
        <ResponsePanel
          response={call.data}
          {...(next && {
            onNext: () => {
              for (const [name, text] of Object.entries(next)) onType(name, text);
              send({ ...values, ...next });
            },
          })}
        />
      )}
      <SnippetsPanel url={urlWith(values)} />
    </Stack>
  );
}

function SnippetsPanel({ url }: { url: string }) {
  return (
    <Panel title="The same call as code" description={`The key comes from the environment variable ${keyVariable}.`}>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm">
          {languages.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock label={language} code={snippet(language, url)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
