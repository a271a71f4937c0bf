import type { View } from '../api/client';
import { AlertBox } from './alert-box';
import { CodeBlock } from './copy';

interface LinkDeliveryProps {
  delivery: View<'InvitationView'>['invitation_delivery'];
  url: string | undefined;
  email: string;
}

/** The first person who opens the link sets the password, so the link is shown once, and only if there is no mail server. */
export function LinkDelivery({ delivery, url, email }: LinkDeliveryProps) {
  if (delivery === 'emailed')
    return (
      <AlertBox tone="good" title="The link is on its way" announced>
        It was sent to {email} and works once.
      </AlertBox>
    );
  if (url === undefined)
    return (
      <AlertBox tone="bad" title="The email could not be sent" announced>
        Nobody has the link. Ask the operator to check the mail server, then create a new link.
      </AlertBox>
    );
  return (
    <>
      <AlertBox tone="warn" title="Send this link now: it is never shown again">
        It works once and is for {email}. The first person who opens it sets the password.
      </AlertBox>
      <CodeBlock label="one-time link" code={url} />
    </>
  );
}
