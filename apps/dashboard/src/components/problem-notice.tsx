import { Button } from '@mantine/core';
import { problemOf } from '../api/problem-error';
import { CopyButton } from './copy-button';
import { Notice } from './notice';
import classes from './problem-notice.module.css';

interface ProblemNoticeProps {
  error: unknown;
  onRetry?: () => void;
}

/** What went wrong, in the server's words, with the request id that support asks for. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const { problem } = problemOf(error);
  return (
    <Notice tone="bad" title={problem.title} announced>
      <p>{problem.detail}</p>
      {problem.request_id && (
        <p className={classes.request}>
          Request <code>{problem.request_id}</code>
          <CopyButton text={problem.request_id} label="Copy the request id" />
        </p>
      )}
      {onRetry && (
        <Button variant="default" size="xs" mt="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
