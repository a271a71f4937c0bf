import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { View } from '../../api/views';
import { Dialog } from '../../components/dialog';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { OlderButton, QueryView } from '../../components/query-view';
import { Segments } from '../../components/segments';
import { Moment } from '../../components/values';
import classes from './oversight.module.css';
import { decideRate, rateRequestsQuery } from './oversight-queries';

type State = View<'RateRequestView'>['state'];

const states = [
  { value: 'open', label: 'Open' },
  { value: 'granted', label: 'Granted' },
  { value: 'declined', label: 'Declined' },
] as const satisfies readonly { value: State; label: string }[];

export function RateRequestsPage() {
  const [state, setState] = useState<State>('open');
  const requests = useInfiniteQuery(rateRequestsQuery(state));
  return (
    <Page
      title="Rate requests"
      lede="Owners who ask for more requests a second on a key. They read the word that you answer with."
      actions={<Segments label="State" value={state} onChange={setState} choices={states} />}
    >
      <Panel title={`${states.find(({ value }) => value === state)?.label} requests`} flush>
        <QueryView query={requests} loading="Loading the rate requests">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0)
              return (
                <EmptyState title="None">
                  {state === 'open' ? 'Nobody is waiting for an answer.' : 'Look at the open ones.'}
                </EmptyState>
              );
            return (
              <>
                <ul>
                  {items.map((request) => (
                    <RateRequestRow key={request.id} request={request} />
                  ))}
                </ul>
                <OlderButton query={requests} shown={items.length} noun="request" />
              </>
            );
          }}
        </QueryView>
      </Panel>
    </Page>
  );
}

function RateRequestRow({ request }: { request: View<'RateRequestItem'> }) {
  const [granting, setGranting] = useState(true);
  const [opened, setOpened] = useState(false);
  const decide = (granted: boolean) => {
    setGranting(granted);
    setOpened(true);
  };
  return (
    <li className={classes.requestRow}>
      <div className={classes.requestText}>
        <h3 className={classes.requestRates}>
          {request.rate_limit_per_second} → {request.requests_per_second} a second
        </h3>
        <p>“{request.reason}”</p>
        <p className={classes.aside}>
          <Link to="/support/customers/$accountId/keys" params={{ accountId: request.account_id }}>
            {request.account_name}
          </Link>
          , key {request.key.name} (<code>{request.key.prefix}…</code>), asked <Moment at={request.created_at} />
        </p>
        {request.decided_at && (
          <p className={classes.aside}>
            {request.state} <Moment at={request.decided_at} />
            {request.granted_per_second !== null && ` at ${request.granted_per_second} a second`}
            {request.note && `: “${request.note}”`}
          </p>
        )}
      </div>
      {request.state === 'open' && (
        <div className={classes.requestActions}>
          <Button variant="default" size="xs" onClick={() => decide(false)}>
            Decline
          </Button>
          <Button size="xs" onClick={() => decide(true)}>
            Grant
          </Button>
        </div>
      )}
      <DecisionDialog request={request} granting={granting} opened={opened} onClose={() => setOpened(false)} />
    </li>
  );
}

type RateRequest = View<'RateRequestItem'>;

interface DecisionDialogProps {
  request: RateRequest;
  granting: boolean;
  opened: boolean;
  onClose: () => void;
}

function DecisionDialog({ request, granting, opened, onClose }: DecisionDialogProps) {
  const verb = granting ? 'Grant' : 'Decline';
  return (
    <Dialog opened={opened} onClose={onClose} title={`${verb} ${request.account_name} a higher rate`}>
      <DecisionForm request={request} granting={granting} onDone={onClose} />
    </Dialog>
  );
}

interface DecisionFormProps {
  request: RateRequest;
  granting: boolean;
  onDone: () => void;
}

function DecisionForm({ request, granting, onDone }: DecisionFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { requests_per_second: String(request.requests_per_second), note: '' } });
  const submit = useSubmit(form, async ({ requests_per_second, note }) => {
    await decideRate(request.id, {
      granted: granting,
      ...(granting && { requests_per_second: Number(requests_per_second) }),
      ...(note.trim() && { note: note.trim() }),
    });
    onDone();
    await queryClient.invalidateQueries({ queryKey: ['rate-requests'] });
  });
  return (
    <SubmitForm submit={submit} label={granting ? 'Grant' : 'Decline'} danger={!granting} onCancel={onDone}>
      {granting && (
        <TextInput
          label="Requests a second"
          description={`Asked for: ${request.requests_per_second}. It has ${request.rate_limit_per_second} now.`}
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('requests_per_second')}
        />
      )}
      <Textarea
        label="A word to the owner"
        rows={2}
        placeholder={granting ? 'Tell us if you need more.' : 'Several keys together have more; would that do?'}
        {...(!granting && { 'data-autofocus': true })}
        {...form.getInputProps('note')}
      />
    </SubmitForm>
  );
}
