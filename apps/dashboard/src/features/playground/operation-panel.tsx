import type { Operation } from '@loupe/dto';
import { Box, Button, Code, Group, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, operationsQuery } from '../../account/account-queries';
import { useIsEmpty } from '../../account/operations';
import { usePermissions } from '../../account/permissions';
import { Panel } from '../../components/panel';
import { describeUsd } from '../../format/usd';
import { callUrl, keyVariable, snippet } from '../../snippets/snippets';
import { type CallValues, faultsOf } from './call-values';
import { LanguageTabs } from './language-tabs';
import { OwnKey, type OwnKeyProps } from './own-key';
import { ParameterFields, type ParameterFieldsProps } from './parameter-fields';

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

interface CallFormProps extends ParameterFieldsProps {
  onKey: OwnKeyProps['onKey'];
  keyMissing: boolean;
  priceUsd: string | undefined;
  sending: boolean;
  isEmpty: boolean;
  mayCall: boolean;
  onSend: () => void;
}

function CallForm({ operation, values, faults, onType, onKey, keyMissing, ...call }: CallFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        call.onSend();
      }}
    >
      <Stack>
        <Code block className="breakable">
          GET {operation.path}
        </Code>
        <ParameterFields operation={operation} values={values} faults={faults} onType={onType} />
        {!operation.keyless && <OwnKey onKey={onKey} missing={keyMissing} />}
        <Group className="ruled" justify="space-between" gap="sm" pt="md">
          <Box component="p" className="soft" flex="1 1 12rem">
            {!call.mayCall && 'Viewers cannot send calls: ask an owner of the account for another role. '}
            {call.isEmpty ? (
              <>
                The balance is empty: ask for a top-up on the <Link to="/">overview</Link>.
              </>
            ) : (
              <Price units={operation.priceUnits} priceUsd={call.priceUsd} />
            )}
          </Box>
          <Button
            size="sm"
            variant="filled"
            type="submit"
            loading={call.sending}
            disabled={call.isEmpty || !call.mayCall}
            leftSection={<IconSend size={16} />}
          >
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Price({ units, priceUsd }: { units: number; priceUsd: string | undefined }) {
  if (units === 0) return 'This call is free.';
  return (
    <>
      This call costs <strong>{priceUsd === undefined ? '…' : describeUsd(priceUsd)}</strong>
      {units > 1 && ` (${units} units)`}. Every result is charged, including “not found” and “private”. Your mistakes
      and our failures are free.
    </>
  );
}
