import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export const hintEvents = { hover: true, focus: true, touch: true } as const;

/** What a short text leaves out: under the pointer, at a touch, and where the keyboard stops. */
export function Hint({
  text,
  className,
  children,
}: {
  text: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Tooltip label={text} multiline maw="20rem" openDelay={300} events={hintEvents}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what it says is there for a keyboard, too */}
      <span tabIndex={0} className={className}>
        {children}
      </span>
    </Tooltip>
  );
}
