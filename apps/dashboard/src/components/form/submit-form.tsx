import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNotice } from '../problem-notice';
import classes from './submit-form.module.css';
import type { Submit } from './use-submit';

interface SubmitFormProps {
  submit: Submit;
  label: string;
  /** For what cannot be undone. */
  danger?: boolean;
  wide?: boolean;
  onCancel?: () => void;
  children?: ReactNode;
}

/** Fields, what went wrong, and the buttons. */
export function SubmitForm({ submit, label, danger = false, wide = false, onCancel, children }: SubmitFormProps) {
  return (
    <form onSubmit={submit.onSubmit} noValidate className={classes.form}>
      {children}
      {submit.error !== null && <ProblemNotice error={submit.error} />}
      <div className={classes.buttons}>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={submit.pending} fullWidth={wide} {...(danger && { color: 'red' })}>
          {label}
        </Button>
      </div>
    </form>
  );
}
