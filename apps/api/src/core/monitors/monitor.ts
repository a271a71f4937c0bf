import type { EntityManager } from 'typeorm';
import type { Actor } from '../../platform/audit/audit-log.repository';

export const monitorKinds = ['new_items', 'changed'] as const;
export type MonitorKind = (typeof monitorKinds)[number];

/** Per account. A day is a UTC day, and counts those that were deleted since. */
export const monitorLimits = { monitors: 200, newPerDay: 50, minMinutes: 15, maxMinutes: 7 * 24 * 60, fields: 10 };

export const pauseReasons = [
  'member',
  'key_ended',
  'key_restricted',
  'account_suspended',
  'developer_removed',
  'insufficient_balance',
  'key_cap_reached',
  'failing',
] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const runOutcomes = [
  'running',
  'baseline',
  'unchanged',
  'changed',
  'failed',
  'postponed',
  'skipped',
  'paused',
] as const;
export type RunOutcome = (typeof runOutcomes)[number];

export type Scalar = string | number | boolean;

/** What is asked, when, and with which key. */
export interface MonitorChoices {
  readonly name: string;
  readonly everyMinutes: number;
  /** The paths of watched members; empty for `new_items`. */
  readonly fields: readonly string[];
  readonly keyFamilyId: number;
}

export interface NewMonitor extends MonitorChoices {
  readonly accountId: number;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly kind: MonitorKind;
  /** The developer who makes it; null for an owner or a program. */
  readonly developerId: number | null;
}

export interface MonitorRun {
  readonly id: number;
  readonly dueAt: Date;
  /** When its first attempt started: after a kill, a run is taken up. */
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: RunOutcome;
  readonly code: string | null;
  readonly reason: string | null;
  readonly requestId: string | null;
  readonly events: number;
}

export interface MonitorEvent {
  readonly id: number;
  readonly monitorId: number;
  readonly at: Date;
  readonly itemId: string | null;
  /** Whether items before this one may have been missed. */
  readonly gap: boolean | null;
  readonly field: string | null;
  readonly before: Scalar | null;
  readonly after: Scalar | null;
}

export interface Monitor extends NewMonitor {
  readonly id: number;
  /** The newest key of the family that works. */
  readonly keyId: number | null;
  readonly createdAt: Date;
  readonly pausedAt: Date | null;
  readonly pauseReason: PauseReason | null;
  /** Null while a run is under way. */
  readonly nextRunAt: Date | null;
  readonly failures: number;
  readonly watched: Readonly<Record<string, Scalar>>;
  readonly lastRun: MonitorRun | null;
  readonly lastEvent: MonitorEvent | null;
}

export interface MonitorCommand {
  readonly accountId: number;
  readonly monitorId: number;
  readonly actor: Actor;
  /** Throws if the monitor, which is locked, may not be changed so. */
  readonly check?: (monitor: Monitor, db: EntityManager) => Promise<void>;
}

/** An event as callers and webhooks see it. Members that its kind does not have are absent. */
export function eventView({ id, monitorId, at, itemId, gap, field, before, after }: MonitorEvent) {
  return {
    id: `${id}`,
    monitor_id: `${monitorId}`,
    at: at.toISOString(),
    kind: itemId === null ? ('changed' as const) : ('new_items' as const),
    ...(itemId !== null && { item_id: itemId }),
    ...(gap !== null && { gap }),
    ...(field !== null && { field, before: before!, after: after! }),
  };
}
