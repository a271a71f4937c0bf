import { Box } from '@mantine/core';

export const Swatch = ({ colour = 'var(--ink-soft)' }: { colour: string | undefined }) => (
  <Box component="span" flex="none" w="0.625rem" h="0.625rem" bdrs="0.125rem" bg={colour} />
);
