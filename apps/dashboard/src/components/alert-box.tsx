import { CheckIcon, ExclamationTriangleIcon } from '@heroicons/react/24/outline';
import { Alert, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { problemOf } from '../api/problem-error';
import { CopyButton } from './copy';

interface AlertBoxProps {
  tone: 'gray' | 'good' | 'warn' | 'bad';
  title?: string;
  announced?: boolean;
  children?: ReactNode;
}

const icons = {
  gray: null,
  good: <CheckIcon width={24} />,
  warn: <ExclamationTriangleIcon width={24} />,
  bad: <ExclamationTriangleIcon width={24} />,
};

export function AlertBox({ tone, title, announced = false, children }: AlertBoxProps) {
  return (
    <Alert color={tone} icon={icons[tone]} title={title} role={announced ? 'alert' : 'note'}>
      {children}
    </Alert>
  );
}

/** Shows the request id of Loupe's own failures, because support needs it. */
export function ProblemAlert({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { problem } = problemOf(error);
  const isRefusal = problem.status >= 400 && problem.status < 500;
  return (
    <AlertBox tone="bad" {...(!isRefusal && { title: problem.title })} announced>
      <p>{problem.detail}</p>
      {!isRefusal && problem.request_id && (
        <Group component="p" className="aside" gap="0 var(--space-1)">
          Request id <code>{problem.request_id}</code>
          <CopyButton text={problem.request_id} label="Copy request id" />
        </Group>
      )}
      {onRetry && (
        <Button mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </AlertBox>
  );
}
