import { Box } from '@mantine/core';

export interface SwatchProps {
  colour?: string | undefined;
  isLine?: boolean;
}

/** The colour of a series, or the line of the period before. */
export function Swatch({ colour = 'var(--ink-soft)', isLine = false }: SwatchProps) {
  return (
    <Box component="span" flex="none" w="0.625rem" h={isLine ? '1.5px' : '0.625rem'} bdrs="0.125rem" bg={colour} />
  );
}
