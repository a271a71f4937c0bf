import type { ReactNode } from 'react';
import { AlertBox } from './alert-box';

interface FailureBoxProps {
  status: number;
  code: string;
  /** Why the call failed, as its caller was told. */
  detail: string | null;
  children?: ReactNode;
}

export function FailureBox({ status, code, detail, children }: FailureBoxProps) {
  return (
    <AlertBox tone={status < 500 ? 'warn' : 'bad'} title={detail ?? code}>
      <p>
        {children}{' '}
        <a href={`/errors/${code}`} target="_blank" rel="noreferrer">
          What <code>{code}</code> means
        </a>
      </p>
    </AlertBox>
  );
}
