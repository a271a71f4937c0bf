import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Moment } from '../../components/values';
import type { Monitor, MonitorEvent } from './monitor-queries';

/** Why a monitor is paused, and what to do. */
const pauseWords: Record<NonNullable<Monitor['pause_reason']>, [title: string, remedy: ReactNode]> = {
  member: ['A member paused it', 'Resume it to run it at once.'],
  key_ended: ['Its key no longer works', 'Choose another key under Edit, then resume it.'],
  key_restricted: ['Its key now works from some addresses only', 'Choose a key without allowed addresses under Edit.'],
  account_suspended: ['The account was suspended', 'Resume it when support has resumed the account.'],
  developer_removed: ['Who made it has left or may not call any more', 'An owner can resume it.'],
  insufficient_balance: [
    'The balance was empty',
    <>
      Ask for a top-up on the <Link to="/">overview</Link>, then resume it. It spends nothing until then.
    </>,
  ],
  key_cap_reached: [
    'Its key reached its limit',
    <>
      Raise the limit of the <Link to="/keys">key</Link> or wait for the next day or month, then resume it.
    </>,
  ],
  failing: ['Ten runs in a row failed', 'The runs below say why. Resume it when the cause is gone.'],
};

export const pauseWordsOf = ({ pause_reason: reason }: Monitor) => (reason === null ? undefined : pauseWords[reason]);

export function StateBadge({ monitor: { state, next_run_at: next, failures } }: { monitor: Monitor }) {
  if (state === 'paused') return <Badge color="bad">paused</Badge>;
  if (failures > 0) return <Badge color="warn">failing</Badge>;
  return <Badge color="good">{next === null ? 'running' : 'active'}</Badge>;
}

export function NextRun({ monitor: { state, next_run_at: next } }: { monitor: Monitor }) {
  if (state === 'paused') return 'when it is resumed';
  return next === null ? 'under way' : <Moment at={next} />;
}

/** `users.by_id 1001` */
export const askedText = ({ operation, parameters }: Pick<Monitor, 'operation' | 'parameters'>): string =>
  [operation, ...Object.values(parameters)].join(' ');

export function Happened({ event: { item_id: item, field, before, after } }: { event: MonitorEvent }) {
  if (field === undefined)
    return (
      <>
        new item <code>{item}</code>
      </>
    );
  return (
    <>
      <code>{field}</code> <Value value={before} /> <span aria-hidden="true">→</span>
      <span className="visually-hidden">became</span> <Value value={after} />
      {typeof before === 'number' && typeof after === 'number' && (
        <span className="aside"> {difference(after - before)}</span>
      )}
    </>
  );
}

function Value({ value }: { value: MonitorEvent['after'] }) {
  return <span className="breakable">{typeof value === 'number' ? formatNumber(value) : String(value)}</span>;
}

export const formatNumber = (value: number): string => value.toLocaleString('en-GB');

const difference = (by: number): string => `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))}`;
