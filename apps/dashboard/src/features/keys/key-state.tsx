import { Badge, Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { knownKey } from '../../account/known-keys';
import { usePermissions } from '../../account/permissions';
import { CopyButton } from '../../components/copy';
import { Panel } from '../../components/panel';
import { Facts, Moment } from '../../components/values';
import { countOf } from '../../format/counts';
import { LastUse, SpendCell, stoppedAt } from './key-cells';
import { useKeyDialogs } from './key-dialogs';
import type { Key, KeyFamily } from './key-families';
import { KeyMenu } from './key-menu';
import { keySearch } from './key-search';

export function KeyState({ family }: { family: KeyFamily }) {
  const scope = useAccountScope();
  const { develop } = usePermissions();
  const { act, dialogs } = useKeyDialogs();
  const { current, versions } = family;
  const { keyId } = useParams({ strict: false });
  const { action } = keySearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for a link with an action, and not after a reload
  useEffect(() => {
    if (!action) return;
    void navigate({ to: '.', search: {}, replace: true });
    const wanted = versions.find(({ id, state }) => id === keyId && state === 'active');
    if (develop && wanted) act(wanted, action);
  }, [action]);
  const { allowed_ips: addresses, rate_request: request } = current;
  const facts = [
    { name: 'Key', value: <KeyVersion version={current} /> },
    { name: 'Last used', value: <LastUse family={family} withAddress /> },
    {
      name: 'Last 24 hours',
      value: (
        <Link {...requestsLink(scope)} search={{ keyId: current.id }} preload={false}>
          {countOf(
            versions.reduce((sum, version) => sum + version.requests_last_24_hours, 0),
            'request',
          )}
        </Link>
      ),
    },
    { name: 'This month', value: <SpendCell apiKey={current} /> },
    { name: 'Rate', value: `${current.rate_limit_per_second} requests per second` },
    ...(request ? [{ name: 'Rate request', value: <RateRequest request={request} /> }] : []),
    ...(current.state === 'active'
      ? [{ name: 'Addresses', value: addresses.length === 0 ? 'Any' : addresses.join(', ') }]
      : []),
    { name: 'Expires', value: current.expires_at === null ? 'Never' : <Moment at={current.expires_at} as="minute" /> },
    { name: 'Created', value: <Moment at={current.created_at} as="minute" /> },
    ...versions
      .filter((version) => version !== current)
      .map((version) => ({
        name: 'Replaced key',
        value: <KeyVersion version={version} {...(develop && { onStop: () => act(version, 'revoke') })} />,
      })),
  ];
  return (
    <Panel
      title={scope.kind === 'own' ? 'State and limits' : current.name}
      actions={
        <KeyMenu
          apiKey={current}
          buttons={{ edit: 'Edit', rotate: 'Rotate' }}
          onAct={(action) => act(current, action)}
        />
      }
    >
      <Facts facts={facts} />
      {dialogs}
    </Panel>
  );
}

function KeyVersion({ version, onStop }: { version: Key; onStop?: () => void }) {
  const { prefix, state, mode, built_in, retires_at } = version;
  const known = knownKey(version.id);
  return (
    <>
      <code>{prefix}…</code> {known && <CopyButton text={known} label="Copy the key, until you reload this tab" />}{' '}
      <Badge color={state === 'active' ? 'good' : 'gray'}>{state}</Badge>{' '}
      {mode === 'test' && <Badge color="accent">test</Badge>} {built_in && <Badge color="gray">built in</Badge>}{' '}
      {state !== 'active' && <Moment at={stoppedAt(version)} />}
      {state === 'active' && retires_at && (
        <>
          stops <Moment at={retires_at} />{' '}
          {onStop && (
            <Button variant="subtle" color="bad" size="compact-xs" onClick={onStop}>
              Stop now
            </Button>
          )}
        </>
      )}
    </>
  );
}

const verdicts = { open: 'requested', granted: 'approved', declined: 'declined' } as const;

function RateRequest({ request }: { request: NonNullable<Key['rate_request']> }) {
  const { state, requests_per_second: wanted, granted_per_second: granted, note } = request;
  const tone = { open: 'accent', granted: 'good', declined: 'warn' } as const;
  return (
    <>
      <Badge color={tone[state]}>
        {granted ?? wanted}/s {verdicts[state]}
      </Badge>
      {note && <span className="soft"> “{note}”</span>}
    </>
  );
}
