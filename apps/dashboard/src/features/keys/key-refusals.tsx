import { Button, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountKey, requestLink, useAccountScope } from '../../account/account-scope';
import { usePermissions } from '../../account/permissions';
import { RefusalRemedy } from '../../account/refusal-remedy';
import { type AccountScope, dataOf, scopedClient, type View } from '../../api/client';
import { useChange } from '../../api/query-client';
import { ProblemAlert } from '../../components/alert-box';
import { Panel } from '../../components/panel';
import { showToast } from '../../components/toast';
import { Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import type { Key, KeyFamily } from './key-families';
import { changeKey, useKeysKey } from './key-mutations';
import classes from './keys.module.css';

type Refusal = View<'KeyRefusalView'>;

const refusalsQuery = (scope: AccountScope, id: string) =>
  queryOptions({
    queryKey: accountKey(scope, 'refusals', id),
    queryFn: async ({ signal }) =>
      (await dataOf(scopedClient(scope).GET('/keys/{id}/refusals', { params: { path: { id } }, signal }))).items,
  });

export function KeyRefusals({ family: { current } }: { family: KeyFamily }) {
  const refusals = useQuery(refusalsQuery(useAccountScope(), current.id));
  if (refusals.isError) return <ProblemAlert error={refusals.error} onRetry={() => void refusals.refetch()} />;
  if (!refusals.data?.length) return null;
  return (
    <Panel title="Refused in the last seven days" description="Refused requests are free." flush>
      <ul>
        {refusals.data.map((refusal) => (
          <RefusalRow key={refusal.request_id} apiKey={current} refusal={refusal} />
        ))}
      </ul>
    </Panel>
  );
}

interface RefusalRowProps {
  apiKey: Key;
  refusal: Refusal;
}

function RefusalRow({ apiKey, refusal }: RefusalRowProps) {
  const scope = useAccountScope();
  const { develop } = usePermissions();
  const { requests, last_at, request_id } = refusal;
  return (
    <Group component="li" className="row" justify="space-between" gap="var(--space-2) var(--space-6)" py="sm">
      <div>
        <p>{sentenceOf(refusal)}</p>
        <p className="aside">
          {countOf(requests, 'request')}, last <Moment at={last_at} />,{' '}
          <Link {...requestLink(scope, request_id)} preload={false}>
            see the last one
          </Link>
        </p>
      </div>
      {develop && apiKey.state === 'active' && <Remedy apiKey={apiKey} refusal={refusal} />}
    </Group>
  );
}

const sentences: Readonly<Record<string, string>> = {
  key_cap_reached: 'The key reached its spending limit.',
  too_many_requests: 'More requests arrived than the key’s rate or concurrency allows.',
  insufficient_balance: 'The balance did not cover the price.',
  account_suspended: 'The account is suspended.',
};

const sentenceOf = ({ code, address, detail }: Refusal): string =>
  address ? `The key may not be used from ${address}.` : (sentences[code] ?? detail ?? code);

function Remedy({ apiKey, refusal: { code, address } }: RefusalRowProps) {
  const change = useChange(useKeysKey(), (body: Parameters<typeof changeKey>[1]) => changeKey(apiKey.id, body));
  if (address !== null) {
    if (apiKey.allowed_ips.length === 0 || apiKey.allowed_ips.includes(address)) return null;
    const before = apiKey.allowed_ips;
    const after = { allowed_ips: [...before, address] };
    const undo = () => changeKey(apiKey.id, { allowed_ips: before, seen: after });
    const onSuccess = () => showToast({ text: `“${apiKey.name}” may be used from ${address}.`, undo });
    const allow = () => change.mutate({ ...after, seen: { allowed_ips: before } }, { onSuccess });
    return (
      <>
        <Button className={classes.allow ?? ''} loading={change.isPending} onClick={allow}>
          Allow {address}
        </Button>
        {change.isError && <ProblemAlert error={change.error} />}
      </>
    );
  }
  return <RefusalRemedy code={code} apiKey={apiKey} />;
}
