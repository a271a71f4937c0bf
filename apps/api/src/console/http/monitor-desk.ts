import { type Operation, type ParameterError } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { eventView, type Monitor, type MonitorCommand } from '../../core/monitors/monitor';
import { Monitors } from '../../core/monitors/monitors';
import { ENV, type Env } from '../../platform/config/env';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { Problem, validationProblem } from '../../platform/problem';
import {
  type ChangeMonitorBody,
  type CreateMonitorBody,
  fieldErrors,
  type MonitorEventPage,
  type MonitorPage,
  type MonitorRunPage,
  type MonitorView,
  monitorView,
  readWatched,
  runView,
} from '../fields/monitor-fields';
import type { PageQuery } from '../fields/page';
import { readPageById } from './ids';

/** Who changes monitors, and with which keys. */
export interface MonitorKeeper extends Pick<MonitorCommand, 'accountId' | 'actor'> {
  /** A developer, who may change only monitors that this developer made; null for owners and programs. */
  readonly developerId: number | null;
  /** Why this key may not be used, as the rest of a sentence; undefined if it may. */
  readonly refusalOf: (key: ApiKey) => string | undefined;
  /** Runs in the transaction of each change. */
  readonly hold?: (db: EntityManager) => Promise<void>;
}

const maxName = 100;

/** Monitors as the dashboard and programs see and change them. */
@Injectable()
export class MonitorDesk {
  constructor(
    private readonly monitors: Monitors,
    private readonly keys: ApiKeys,
    private readonly changes: IdempotentChanges,
    @Inject(ENV) private readonly env: Env,
  ) {}

  list(accountId: number, query: PageQuery): Promise<MonitorPage> {
    const show = (monitor: Monitor) => monitorView(monitor, this.env);
    return readPageById(query, (before, rows) => this.monitors.list(accountId, before, rows), show);
  }

  async find(accountId: number, id: number): Promise<MonitorView> {
    return monitorView(await this.monitors.find(accountId, id), this.env);
  }

  runs(accountId: number, id: number, query: PageQuery): Promise<MonitorRunPage> {
    return readPageById(query, (before, rows) => this.monitors.listRuns(accountId, id, before, rows), runView);
  }

  events(accountId: number, id: number, query: PageQuery): Promise<MonitorEventPage> {
    return readPageById(query, (before, rows) => this.monitors.listEvents(accountId, id, before, rows), eventView);
  }

  create(change: RequestedChange, keeper: MonitorKeeper, body: CreateMonitorBody): Promise<MonitorView> {
    const { accountId, actor, developerId } = keeper;
    const { kind, fields = [], parameters, every_minutes: everyMinutes } = body;
    return this.changes.once(change, async (db) => {
      const errors: ParameterError[] = [];
      const operation = readWatched(body, errors);
      const keyFamilyId = await this.keyFamilyOf(keeper, body.key_id, errors);
      if (errors.length > 0) throw validationProblem(errors);
      const name = body.name ?? nameOf(operation, parameters);
      const choices = { name, kind, fields, parameters, everyMinutes, operation: operation.name };
      const monitor = { ...choices, accountId, developerId, keyFamilyId: keyFamilyId! };
      const created = await this.monitors.create(monitor, actor, db);
      await keeper.hold?.(db);
      return monitorView(created, this.env);
    });
  }

  /** @param check throws if the monitor, which is locked, may not be changed */
  async change(
    keeper: MonitorKeeper,
    id: number,
    body: ChangeMonitorBody,
    check?: (view: MonitorView) => void,
  ): Promise<MonitorView> {
    const { name, every_minutes: everyMinutes, fields, key_id, state } = body;
    const errors: ParameterError[] = [];
    const keyFamilyId = key_id === undefined ? undefined : await this.keyFamilyOf(keeper, key_id, errors);
    const changes = {
      ...{ name, everyMinutes, fields, keyFamilyId },
      isPaused: state && state === 'paused',
      // Whoever lets it go on, or chooses its key, answers for it.
      ...((state === 'active' || key_id !== undefined) && { developerId: keeper.developerId }),
    };
    const isSpending = key_id === undefined && state !== 'paused';
    const command = this.command(keeper, id, isSpending, (monitor) => {
      check?.(monitorView(monitor, this.env));
      if (fields !== undefined) errors.push(...fieldErrors(monitor.kind, fields));
      if (errors.length > 0) throw validationProblem(errors);
    });
    return monitorView(await this.monitors.change(command, changes), this.env);
  }

  runNow(change: RequestedChange, keeper: MonitorKeeper, id: number): Promise<MonitorView> {
    return this.changes.once(change, async (db) =>
      monitorView(await this.monitors.runNow(this.command(keeper, id, true), db), this.env),
    );
  }

  remove(keeper: MonitorKeeper, id: number): Promise<void> {
    return this.monitors.remove(this.command(keeper, id, false));
  }

  /** @param isSpending whether the monitor's key pays for what is asked. The check throws `forbidden` */
  private command(
    { accountId, actor, developerId, refusalOf, hold }: MonitorKeeper,
    monitorId: number,
    isSpending: boolean,
    checkFirst?: (monitor: Monitor) => void,
  ): MonitorCommand {
    const check = async (monitor: Monitor, db: EntityManager) => {
      checkFirst?.(monitor);
      if (developerId !== null && developerId !== monitor.developerId)
        throw new Problem(
          'forbidden',
          'Only owners of the account and the developer who made this monitor can change it.',
        );
      const { keyId } = monitor;
      const refusal = isSpending && keyId !== null && refusalOf(await this.keys.find(keyId, accountId));
      if (refusal) throw new Problem('forbidden', `The key of this monitor ${refusal}.`);
      await hold?.(db);
    };
    return { accountId, actor, monitorId, check };
  }

  /** Adds what is wrong with the key to the errors. */
  private async keyFamilyOf(
    keeper: MonitorKeeper,
    keyId: string,
    errors: ParameterError[],
  ): Promise<number | undefined> {
    const key = await this.keys.find(Number(keyId), keeper.accountId).catch((error) => {
      if (error instanceof Problem) return undefined;
      throw error;
    });
    const message =
      key?.mode !== 'live' || key.state !== 'active'
        ? 'must be an active live key of the account'
        : key.allowedIps.length > 0
          ? 'must be a key without a list of IP addresses, because Loupe itself makes the calls'
          : keeper.refusalOf(key);
    if (message) errors.push({ in: 'body', parameter: 'key_id', message });
    return key?.keyFamilyId;
  }
}

function nameOf({ summary }: Operation, parameters: Readonly<Record<string, string>>): string {
  return [summary, ...Object.values(parameters)].join(' ').slice(0, maxName).trim();
}
