import { Box, Button, Group, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePermissions } from '../../account/permissions';
import type { View } from '../../api/client';
import { ChangeAlert, type DialogControl, FormDialog } from '../../components/dialog';
import { Page } from '../../components/page';
import { EmptyState, Panel } from '../../components/panel';
import { PagedRows } from '../../components/query-view';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { countOf, formatCount } from '../../format/counts';
import { roundUsd } from '../../format/usd';
import { rateRequestsQuery, useDecideRateRequest } from './oversight-queries';
import {
  type RateRequestsSearch,
  type RateState,
  rateRequestsSearch,
  rateStateNames,
  rateStates,
} from './oversight-search';

export function RateRequestsPage() {
  const navigate = useNavigate();
  const search: RateRequestsSearch = useSearch({ strict: false });
  const state: RateState = search.state ?? 'open';
  const requests = useInfiniteQuery(rateRequestsQuery(state));
  return (
    <Page
      title="Rate requests"
      lede="Customers asking for a higher rate limit. They see your reply."
      actions={
        <SegmentedControl
          aria-label="State"
          value={state}
          onChange={(chosen) =>
            void navigate({ to: '.', search: rateRequestsSearch({ state: chosen }), replace: true })
          }
          data={rateStates.map((value) => ({ value, label: rateStateNames[value] }))}
        />
      }
    >
      <Panel title={`${rateStateNames[state]} requests`} flush>
        <PagedRows
          label="Rate requests"
          query={requests}
          loading="Loading the rate requests"
          noun="request"
          empty={
            <EmptyState title="No requests">
              {state === 'open' ? 'Nobody is waiting for a reply.' : 'Open requests are under “Open”.'}
            </EmptyState>
          }
          row={(request) => <RateRequestRow request={request} />}
        />
      </Panel>
    </Page>
  );
}

type RateRequest = View<'RateRequestItem'>;

function RateRequestRow({ request }: { request: RateRequest }) {
  const { assist } = usePermissions();
  const [approving, setApproving] = useState(true);
  const [opened, setOpened] = useState(false);
  const decide = useDecideRateRequest(request.id, 'as asked');
  const open = (approve: boolean) => {
    setApproving(approve);
    setOpened(true);
  };
  const grant = () =>
    decide.mutate(
      { granted: true, requests_per_second: request.requests_per_second },
      { onSuccess: () => showToast({ text: decidedText(request, true) }) },
    );
  return (
    <Group
      component="li"
      className="row"
      justify="space-between"
      align="start"
      gap="var(--space-3) var(--space-6)"
      py="md"
    >
      <Box flex="1 1 16rem" miw={0}>
        <Box component="h3" fz="md" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {request.rate_limit_per_second} → {request.requests_per_second} per second
        </Box>
        <p>“{request.reason}”</p>
        <p className="aside">
          <Link to="/support/customers/$accountId/keys" params={{ accountId: request.account_id }}>
            {request.account_name}
          </Link>
          , key {request.key.name} (<code>{request.key.prefix}…</code>), requested <Moment at={request.created_at} />
        </p>
        {request.state === 'open' && <p className="aside">{factsOf(request)}</p>}
        {request.decided_at && (
          <p className="aside">
            {rateStateNames[request.state]} <Moment at={request.decided_at} />
            {request.granted_per_second !== null && ` at ${request.granted_per_second} per second`}
            {request.note && `: “${request.note}”`}
          </p>
        )}
      </Box>
      {request.state === 'open' && assist && (
        <Group gap="xs">
          <Button onClick={() => open(false)}>Decline</Button>
          <Button onClick={() => open(true)}>Approve another rate</Button>
          <Button variant="filled" loading={decide.isPending} onClick={grant}>
            Approve {request.requests_per_second} per second
          </Button>
          <ChangeAlert change={decide} />
        </Group>
      )}
      <DecisionDialog request={request} approving={approving} opened={opened} onClose={() => setOpened(false)} />
    </Group>
  );
}

const decidedText = ({ account_name }: RateRequest, approved: boolean): string =>
  `The request was ${approved ? 'approved' : 'declined'}, and ${account_name} has been notified.`;

function factsOf({ facts }: RateRequest): string {
  const { rate_limited_30_days: refused, requests_30_days: requests, busiest_hour_requests: busiest } = facts;
  return [
    `${formatCount(refused)} of ${countOf(requests, 'request')} refused with 429 in 30 days`,
    `busiest hour ${countOf(busiest, 'request')}`,
    `balance ${roundUsd(facts.balance_usd, 2)}`,
    `spent ${roundUsd(facts.spent_7_days_usd)} in seven days`,
  ].join(' · ');
}

function DecisionDialog({
  request,
  approving,
  ...dialog
}: DialogControl & { request: RateRequest; approving: boolean }) {
  const decide = useDecideRateRequest(request.id, approving ? 'another rate' : 'decline');
  const verb = approving ? 'Approve' : 'Decline';
  return (
    <FormDialog
      {...dialog}
      title={`${verb} a higher rate limit for ${request.account_name}`}
      label={verb}
      danger={!approving}
      initialValues={{ requests_per_second: String(request.requests_per_second), note: '' }}
      mutation={decide}
      body={({ requests_per_second, note }) => ({
        granted: approving,
        ...(approving && { requests_per_second: Number(requests_per_second) }),
        ...(note.trim() && { note: note.trim() }),
      })}
      done={decidedText(request, approving)}
    >
      {(form) => (
        <>
          <p className="soft">{factsOf(request)}</p>
          {approving && (
            <TextInput
              label="Requests per second"
              description={`They requested ${request.requests_per_second}. The limit is ${request.rate_limit_per_second} now.`}
              inputMode="numeric"
              data-autofocus
              {...form.getInputProps('requests_per_second')}
            />
          )}
          <Textarea
            label="Message to the customer (optional)"
            rows={2}
            placeholder={approving ? 'Tell us if you need more.' : 'The limit is per key. Would several keys help?'}
            {...(!approving && { 'data-autofocus': true })}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}
