import { Box, Group, Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without padding around the content: for tables that reach the edges. */
  flush?: boolean;
  children?: ReactNode;
}

export function Panel({ title, description, actions, flush = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={classes.panel} aria-labelledby={titleId}>
      <header className={classes.header}>
        <div className={classes.heading}>
          <h2 id={titleId} className={classes.title}>
            {title}
          </h2>
          {description && <p className={classes.description}>{description}</p>}
        </div>
        {actions && <Group gap="var(--space-2) var(--space-3)">{actions}</Group>}
      </header>
      {children && <div className={flush ? classes.flush : classes.body}>{children}</div>}
    </section>
  );
}

interface EmptyStateProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="var(--space-1)" px="md" py="var(--space-12)" ta="center">
      <Box component="p" fz="lg" fw={600}>
        {title}
      </Box>
      <Box className="soft" maw="30rem">
        {children}
      </Box>
      {action && <Box mt="sm">{action}</Box>}
    </Stack>
  );
}

export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={classes.filterBar} aria-label={label}>
      {children}
    </search>
  );
}
