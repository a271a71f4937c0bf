import { Box, type BoxProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a short text leaves out, for a pointer, a finger and the keyboard. */
export function Hint({ text, children, ...box }: BoxProps & { text: string; children: ReactNode }) {
  return (
    <Tooltip label={text}>
      <Box component="span" tabIndex={0} aria-description={text} {...box}>
        {children}
      </Box>
    </Tooltip>
  );
}
