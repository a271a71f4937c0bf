import { Box, Button, Code, Group, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { describeUsd } from '../../format/usd';
import { OwnKey, type OwnKeyProps } from './own-key';
import { ParameterFields, type ParameterFieldsProps } from './parameter-fields';

interface CallFormProps extends ParameterFieldsProps {
  onKey: OwnKeyProps['onKey'];
  keyMissing: boolean;
  priceUsd: string | undefined;
  sending: boolean;
  /** The balance pays for nothing. */
  isEmpty: boolean;
  /** With the session: viewers spend nothing. */
  mayCall: boolean;
  onSend: () => void;
}

export function CallForm({ operation, values, faults, onType, onKey, keyMissing, ...call }: CallFormProps) {
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
