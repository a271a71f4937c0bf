import { XMarkIcon } from '@heroicons/react/24/outline';
import { Box, Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  id?: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children?: ReactNode;
}

export function Panel({ id, title, description, actions, flush = false, children }: PanelProps) {
  const titleId = useId();
  return (
    <section id={id} className="surface" aria-labelledby={titleId}>
      <Group component="header" className={classes.header} justify="space-between" gap="sm">
        <Box flex={description ? '1 1 14rem' : '1 1 auto'} miw={0}>
          <Box component="h2" id={titleId} fz="lg">
            {title}
          </Box>
          {description && (
            <Box component="p" className="soft" mt="0.125rem">
              {description}
            </Box>
          )}
        </Box>
        {actions && <Group gap="var(--space-2) var(--space-3)">{actions}</Group>}
      </Group>
      {children && <div className={flush ? classes.flush : classes.body}>{children}</div>}
    </section>
  );
}

export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
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

interface FilterBarProps {
  label: string;
  /** The active filters, which a button each clears. A phone folds the controls away. */
  set?: readonly { text: string; onClear: () => void }[];
  shortcuts?: ReactNode;
  children: ReactNode;
}

export function FilterBar({ label, set, shortcuts, children }: FilterBarProps) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <search aria-label={label} className={classes.filters}>
      {set && (
        <Group gap="xs" className={classes.chips}>
          <Button
            className={classes.unfold}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
          >
            Filters
          </Button>
          {shortcuts}
          {set.map(({ text, onClear }) => (
            <Button key={text} aria-label={`Clear ${text}`} rightSection={<XMarkIcon width={13} />} onClick={onClear}>
              {text}
            </Button>
          ))}
        </Group>
      )}
      <div id={id} className={classes.filterBar} data-folded={(set && !opened) || undefined}>
        {children}
      </div>
    </search>
  );
}
