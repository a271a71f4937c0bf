import { AlertBox } from './alert-box';
import { CodeBlock } from './copy';
import { DoneButton } from './dialog';
import type { Toast } from './toast';

export const linkSent = (email: string): Toast => ({ text: `The link was sent to ${email}. It works once.` });

interface LinkDeliveryProps {
  url: string | undefined;
  email: string;
  doneLabel?: string;
  onDone: () => void;
}

/** The first person who opens the link sets the password, so the link is shown once, and only if there is no mail server. */
export function LinkDelivery({ url, email, doneLabel = 'Done', onDone }: LinkDeliveryProps) {
  return (
    <>
      {url === undefined ? (
        <AlertBox tone="bad" title="The email could not be sent" announced>
          Nobody has the link. Ask the operator to check the mail server, then create a new link.
        </AlertBox>
      ) : (
        <>
          <AlertBox tone="warn" title="Send this link now: it is never shown again">
            It works once and is for {email}. The first person who opens it sets the password.
          </AlertBox>
          <CodeBlock label="one-time link" code={url} />
        </>
      )}
      <DoneButton label={doneLabel} onClick={onDone} />
    </>
  );
}
