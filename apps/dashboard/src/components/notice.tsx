import { Box, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem-error';
import { CopyButton } from './copy';
import { Icon, type IconName } from './icon';
import classes from './notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'good' | 'warn' | 'bad';
  title?: string;
  announced?: boolean;
  children?: ReactNode;
}

const icons: Record<NoticeProps['tone'], IconName> = {
  plain: 'requests',
  good: 'check',
  warn: 'warning',
  bad: 'warning',
};

export function Notice({ tone, title, announced = false, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={announced ? 'alert' : undefined}>
      {tone !== 'plain' && (
        <span className={classes.icon}>
          <Icon name={icons[tone]} />
        </span>
      )}
      <Box flex={1} miw={0}>
        {title && <strong className={classes.title}>{title}</strong>}
        {children}
      </Box>
    </div>
  );
}

/** What went wrong, in the server's words. With the request id where it was Loupe that failed: then support needs it. */
export function ProblemNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { problem } = problemOf(error);
  const isRefusal = problem.status >= 400 && problem.status < 500;
  return (
    <Notice tone="bad" {...(!isRefusal && { title: problem.title })} announced>
      <p>{problem.detail}</p>
      {!isRefusal && problem.request_id && (
        <Group component="p" className="aside" gap="0 var(--space-1)" mt="var(--space-1)">
          Request id <code>{problem.request_id}</code>
          <CopyButton text={problem.request_id} label="Copy request id" />
        </Group>
      )}
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
