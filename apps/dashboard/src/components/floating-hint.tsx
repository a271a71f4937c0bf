import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface FloatingHintProps {
  target: RefObject<HTMLElement | null>;
  opened: boolean;
  text: string;
}

export function FloatingHint({ target, opened, text }: FloatingHintProps) {
  return <Tooltip target={target} opened={opened} label={text} multiline maw="20rem" />;
}
