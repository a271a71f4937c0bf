import { PaperAirplaneIcon } from '@heroicons/react/24/outline';
import type { Operation } from '@loupe/dto';
import { Box, Button, Code, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { accountQuery, operationsQuery } from '../../account/account-queries';
import { useIsEmpty } from '../../account/operations';
import { usePermissions } from '../../account/permissions';
import { CodeTabs } from '../../components/copy';
import { Panel } from '../../components/panel';
import { describeUsd } from '../../format/usd';
import { keyVariable, languages, snippet } from '../../snippets/snippets';
import { type CallValues, validationErrorsOf } from './call-values';
import { pathOf } from './history/step';
import { ParameterFields } from './parameter-fields';
import classes from './playground.module.css';

interface OperationPanelProps {
  operation: Operation;
  values: CallValues;
  onType: (name: string, text: string) => void;
  sending: boolean;
  onSend: () => void;
}

export function OperationPanel({ operation, values, onType, sending, onSend }: OperationPanelProps) {
  const [tried, setTried] = useState(false);
  const { develop } = usePermissions();
  const isEmpty = useIsEmpty(useQuery(accountQuery({ kind: 'own' })).data?.balance_usd) && operation.priceUnits > 0;
  const errors = validationErrorsOf(operation, values);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) onSend();
  };
  return (
    <div className={classes.request}>
      <Panel title={operation.summary} description={operation.description}>
        <Stack renderRoot={(props) => <form noValidate onSubmit={send} {...props} />}>
          <Code block className="breakable">
            GET {operation.path}
          </Code>
          <ParameterFields operation={operation} values={values} errors={tried ? errors : {}} onType={onType} />
          <Group className="ruled" justify="space-between" gap="sm" pt="md">
            <Box component="p" className="soft" flex="1 1 12rem">
              {!develop && 'Viewers cannot send calls: ask an owner of the account for another role. '}
              {isEmpty ? (
                <>
                  The balance is empty: ask for a top-up on the <Link to="/">overview</Link>.
                </>
              ) : (
                <Price operation={operation} />
              )}
            </Box>
            <Button
              size="sm"
              variant="filled"
              type="submit"
              loading={sending}
              disabled={isEmpty || !develop}
              leftSection={<PaperAirplaneIcon width={16} />}
            >
              Send
            </Button>
          </Group>
        </Stack>
      </Panel>
      <Panel title="This call as code" description={`The key comes from the environment variable ${keyVariable}.`}>
        <CodeTabs
          names={languages}
          defaultName="curl"
          labelOf={(language) => language}
          codeOf={(language) => snippet(language, window.location.origin + pathOf({ operation, values }))}
        />
      </Panel>
    </div>
  );
}

function Price({ operation: { name, priceUnits: units } }: { operation: Operation }) {
  const priceUsd = useQuery(operationsQuery).data?.find((priced) => priced.name === name)?.price_usd;
  if (units === 0) return 'This call is free.';
  return (
    <>
      This call costs <strong>{priceUsd === undefined ? '…' : describeUsd(priceUsd)}</strong>
      {units > 1 && ` (${units} units)`}. Every result is charged, including “not found” and “private”. Your mistakes
      and our failures are free.
    </>
  );
}
