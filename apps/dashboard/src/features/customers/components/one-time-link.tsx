import { CodeBlock } from '../../../components/code-block';
import { Notice } from '../../../components/notice';

/** A link that sets a password: whoever has it first is in, so it is shown once and to be sent with care. */
export function OneTimeLink({ url, email }: { url: string; email: string }) {
  return (
    <>
      <Notice tone="warn" title="Send this link now: it is never shown again">
        It works once, for {email}. Whoever opens it first sets the password.
      </Notice>
      <CodeBlock label="one-time link" code={url} />
    </>
  );
}
