import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { View } from '../../api/client';
import { CodeBlock, CodeTabs } from '../../components/copy';
import { BackLink, Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { QueryView } from '../../components/query-view';
import classes from './webhook.module.css';
import { WebhookPanel } from './webhook-panel';
import { eventsQuery, verificationQuery } from './webhook-queries';

export function WebhookPage() {
  return (
    <Page
      title="Webhook"
      lede="Loupe calls your server when something happens to the account."
      trail={<BackLink to="/settings">Settings</BackLink>}
    >
      <WebhookPanel />
      <EventsPanel />
      <VerificationPanel />
    </Page>
  );
}

function EventsPanel() {
  const events = useQuery(eventsQuery);
  return (
    <Panel
      title="Events"
      description={
        <>
          Each is sent as a POST with a JSON body. Choose which of them you want in the{' '}
          <Link to="/settings" hash="notices">
            settings
          </Link>
          .
        </>
      }
      flush
    >
      <QueryView query={events} loading="Loading the events">
        {(items) => (
          <ul aria-label="Events">
            {items.map((event) => (
              <EventRow key={event.event} event={event} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

function EventRow({ event: { event, when, body } }: { event: View<'WebhookEventView'> }) {
  return (
    <li className={`row ${classes.event}`}>
      <div>
        <h3>
          <code>{event}</code>
        </h3>
        <p className="soft">{when.replaceAll('`', '')}</p>
      </div>
      <CodeBlock label={`sample of ${event}`} code={JSON.stringify(JSON.parse(body), null, 2)} />
    </li>
  );
}

const fences = { TypeScript: 'ts', Python: 'python', 'curl and openssl': 'bash' } as const;

function VerificationPanel() {
  const verification = useQuery(verificationQuery);
  return (
    <Panel
      title="Check the signature"
      description={
        <>
          Anyone can call your server. The header <code>loupe-signature</code> proves that a call comes from Loupe;{' '}
          <a href="/docs/webhooks" target="_blank" rel="noreferrer">
            the guide
          </a>{' '}
          has the details.
        </>
      }
    >
      <QueryView query={verification} loading="Loading the code">
        {(codes) => (
          <CodeTabs
            names={['curl and openssl', 'TypeScript', 'Python']}
            defaultName="TypeScript"
            labelOf={(name) => `verification in ${name}`}
            codeOf={(name) => codes[fences[name]] ?? ''}
          />
        )}
      </QueryView>
    </Panel>
  );
}
