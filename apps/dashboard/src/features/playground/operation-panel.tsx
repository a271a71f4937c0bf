import type { Operation } from '@loupe/dto';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountQuery, operationsQuery } from '../../account/account-queries';
import { useIsEmpty } from '../../account/cheapest-price';
import { usePermissions } from '../../account/permissions';
import { Panel } from '../../components/panel';
import { callUrl, keyVariable, snippet } from '../../snippets/snippets';
import { CallForm } from './call-form';
import { type CallValues, faultsOf } from './call-values';
import { LanguageTabs } from './language-tabs';

interface OperationPanelProps {
  operation: Operation;
  values: CallValues;
  onType: (name: string, text: string) => void;
  sending: boolean;
  /** @param key of the owner's, in place of the session's. */
  onSend: (key: string | undefined) => void;
}

export function OperationPanel({ operation, values, onType, sending, onSend }: OperationPanelProps) {
  const [key, setKey] = useState<{ readonly text: string | undefined }>();
  const { develop } = usePermissions();
  const [tried, setTried] = useState(false);
  const priceUsd = useQuery(operationsQuery).data?.find(({ name }) => name === operation.name)?.price_usd;
  const faults = faultsOf(operation, values);
  const isEmpty = useIsEmpty(useQuery(accountQuery({ kind: 'own' })).data?.balance_usd) && operation.priceUnits > 0;
  const keyMissing = key !== undefined && key.text === undefined;
  const call = { path: operation.path, parameters: Object.keys(operation.parameters), values };
  return (
    <Stack miw={0}>
      <Panel title={operation.summary} description={operation.description}>
        <CallForm
          operation={operation}
          values={values}
          faults={tried ? faults : {}}
          onType={onType}
          onKey={setKey}
          keyMissing={tried && keyMissing}
          priceUsd={priceUsd}
          sending={sending}
          isEmpty={isEmpty}
          mayCall={develop || key !== undefined}
          onSend={() => {
            setTried(true);
            if (!keyMissing && Object.keys(faults).length === 0) onSend(key?.text);
          }}
        />
      </Panel>
      <SnippetsPanel url={callUrl(window.location.origin, call)} />
    </Stack>
  );
}

function SnippetsPanel({ url }: { url: string }) {
  return (
    <Panel title="The same call as code" description={`The key comes from the environment variable ${keyVariable}.`}>
      <LanguageTabs labelOf={(language) => language} codeOf={(language) => snippet(language, url)} />
    </Panel>
  );
}
