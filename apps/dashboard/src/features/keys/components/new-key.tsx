import { Button } from '@mantine/core';
import { useExampleCall } from '../../../account/use-example-call';
import type { View } from '../../../api/views';
import { CodeBlock } from '../../../components/code-block';
import { CopyButton } from '../../../components/copy-button';
import { Notice } from '../../../components/notice';
import { describeUsd } from '../../../format/usd';
import { curlWithKey } from '../../../snippets/snippets';
import { FirstUse } from './first-use';
import classes from './new-key.module.css';

interface NewKeyProps {
  created: View<'NewKeyView'>;
  onDone: () => void;
}

/** The only time that a key is shown: to copy, with what to do with it, and a look-out for its first request. */
export function NewKey({ created, onDone }: NewKeyProps) {
  const example = useExampleCall();
  return (
    <div className={classes.reveal}>
      <Notice tone="warn" title="Copy it now: it is never shown again">
        Only its fingerprint is stored. Keep it in a secret store, never in code or in a page.
      </Notice>
      <div className={classes.key}>
        <code className={classes.text} data-testid="new-key">
          {created.key}
        </code>
        <CopyButton text={created.key} label="Copy the key" wide />
      </div>
      {example && (
        <section aria-label="First call" className={classes.call}>
          <h3>Try it: this line works as it is, and costs {describeUsd(example.priceUsd)}</h3>
          <CodeBlock label="curl with this key" code={curlWithKey(example.url, created.key)} />
        </section>
      )}
      <FirstUse keyId={created.id} />
      <div className={classes.end}>
        <Button variant="default" onClick={onDone}>
          I have stored the key
        </Button>
      </div>
    </div>
  );
}
