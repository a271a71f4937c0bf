import type { ReactNode } from 'react';
import classes from './badge.module.css';

/** A state in a word. Colour repeats what the word says, it never says it alone. */
export function Badge({ tone, children }: { tone: 'plain' | 'accent' | 'good' | 'warn' | 'bad'; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
