import { Box, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { AlertBox } from './alert-box';
import { CopyButton } from './copy';
import { DoneButton } from './dialog';

interface ShownOnceProps {
  text: string;
  /** `key`, as in “Copy key”. */
  what: string;
  warning: string;
  onDone: () => void;
  children?: ReactNode;
}

/** A text that the server shows only once. */
export function ShownOnce({ text, what, warning, onDone, children }: ShownOnceProps) {
  return (
    <Stack>
      <AlertBox tone="warn" title="Copy it now: it is never shown again">
        {warning}
      </AlertBox>
      <Group gap="sm" p="md" bd="1px solid var(--accent)" bdrs="var(--radius)">
        <Box component="code" data-testid={`new-${what}`} className="breakable" flex="1 1 12rem" fz="md">
          {text}
        </Box>
        <CopyButton text={text} label={`Copy ${what}`} wide />
      </Group>
      {children}
      <DoneButton label={`I have stored the ${what}`} onClick={onDone} />
    </Stack>
  );
}
