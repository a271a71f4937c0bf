import { Button, Group, Stack } from '@mantine/core';
import type { View } from '../../api/views';
import { ShortId } from '../../components/copy';
import { Notice } from '../../components/notice';
import { Facts, Money } from '../../components/values';

interface TopUpReceiptProps {
  entry: View<'EntryReceiptView'>;
  amountUsd: string;
  onDone: () => void;
}

export function TopUpReceipt({ entry, amountUsd, onDone }: TopUpReceiptProps) {
  return (
    <Stack>
      <Notice tone="good" title="The top-up is complete" announced>
        The next request can already spend it.
      </Notice>
      <Facts
        facts={[
          { name: 'Amount', value: <Money usd={amountUsd} signed /> },
          { name: 'Entry', value: <ShortId id={entry.entry_id} what="entry id" /> },
          { name: 'Balance', value: <Money usd={entry.balance_usd} /> },
        ]}
      />
      <Group justify="end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
