import { type Operation, type ParameterError } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import type { Monitor, MonitorCommand } from '../../core/monitors/monitor';
import { Monitors } from '../../core/monitors/monitors';
import { ENV, type Env } from '../../platform/config/env';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { Problem, validationProblem } from '../../platform/problem';
import {
  type ChangeMonitorBody,
  type CreateMonitorBody,
  fieldErrors,
  type MonitorPage,
  type MonitorRunPage,
  type MonitorView,
  monitorView,
  readWatched,
  runView,
} from '../fields/monitor-fields';
import { type PageQuery, readPage } from '../fields/page';
import { idOf, isId } from './ids';

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
    return readPage(query, {
      read: (before, rows) => this.monitors.list(accountId, idOf(before), rows),
      keyOf: ({ id }) => `${id}`,
      show: (monitor) => this.view(monitor),
      isKey: isId,
    });
  }

  async find(accountId: number, id: number): Promise<MonitorView> {
    return this.view(await this.monitors.find(accountId, id));
  }

  runs(accountId: number, id: number, query: PageQuery): Promise<MonitorRunPage> {
    return readPage(query, {
      read: (before, rows) => this.monitors.listRuns(accountId, id, idOf(before), rows),
      keyOf: (run) => `${run.id}`,
      show: runView,
      isKey: isId,
    });
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
      return this.view(created);
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
    const changed = await this.monitors.change(commandOf(keeper, id), changes, async (monitor, db) => {
      check?.(this.view(monitor));
      if (fields !== undefined) errors.push(...fieldErrors(monitor.kind, fields));
      if (errors.length > 0) throw validationProblem(errors);
      await this.requireAllowed(keeper, monitor, isSpending, db);
    });
    return this.view(changed);
  }

  runNow(change: RequestedChange, keeper: MonitorKeeper, id: number): Promise<MonitorView> {
    return this.changes.once(change, async (db) => {
      const check = (monitor: Monitor) => this.requireAllowed(keeper, monitor, true, db);
      return this.view(await this.monitors.runNow(commandOf(keeper, id), check, db));
    });
  }

  remove(keeper: MonitorKeeper, id: number): Promise<void> {
    return this.monitors.remove(commandOf(keeper, id), (monitor, db) =>
      this.requireAllowed(keeper, monitor, false, db),
    );
  }

  private view(monitor: Monitor): MonitorView {
    return monitorView(monitor, this.env);
  }

  /** @param isSpending whether the monitor's key pays for what is asked @throws {Problem} `forbidden` */
  private async requireAllowed(
    keeper: MonitorKeeper,
    { accountId, developerId, keyId }: Monitor,
    isSpending: boolean,
    db: EntityManager,
  ): Promise<void> {
    if (keeper.developerId !== null && keeper.developerId !== developerId)
      throw new Problem(
        'forbidden',
        'Only owners of the account and the developer who made this monitor can change it.',
      );
    const refusal = isSpending && keyId !== null && keeper.refusalOf(await this.keys.find(keyId, accountId));
    if (refusal) throw new Problem('forbidden', `The key of this monitor ${refusal}.`);
    await keeper.hold?.(db);
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

function commandOf({ accountId, actor }: MonitorKeeper, monitorId: number): MonitorCommand {
  return { accountId, actor, monitorId };
}

function nameOf({ summary }: Operation, parameters: Readonly<Record<string, string>>): string {
  return [summary, ...Object.values(parameters)].join(' ').slice(0, maxName).trim();
}
