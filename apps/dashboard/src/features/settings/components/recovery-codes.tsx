import { Button } from '@mantine/core';
import { CodeBlock } from '../../../components/code-block';
import { Notice } from '../../../components/notice';
import classes from './recovery-codes.module.css';

/** Shown once. Each stands in for the phone one time. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={classes.codes}>
      <Notice tone="warn" title="Keep these: they are never shown again">
        Each works once in place of a code, when the phone is lost. Earlier ones no longer work.
      </Notice>
      <CodeBlock label="recovery codes" code={codes.join('\n')} />
      <Button onClick={onDone} className={classes.done}>
        I have stored them
      </Button>
    </div>
  );
}
