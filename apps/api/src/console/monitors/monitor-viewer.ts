import { Inject, Injectable } from '@nestjs/common';
import { type MonitorEvent, monitorLimits } from '../../core/monitors/monitor';
import { Monitors } from '../../core/monitors/monitors';
import { watchable } from '../../core/monitors/observation';
import { costOf } from '../../gateway/prices';
import { ENV, type Env } from '../../platform/config/env';
import { actorOf, type SignedIn } from '../access/signed-in';
import { firstItems } from '../fields/page';
import type { MonitorKeeper } from '../http/monitor-desk';
import type { MonitorPointList, MonitorPointView, WatchableList } from './monitors.dto';

const maxEvents = 100;

/** What the dashboard shows of monitors beyond what programs see. */
@Injectable()
export class MonitorViewer {
  constructor(
    private readonly monitors: Monitors,
    @Inject(ENV) private readonly env: Env,
  ) {}

  operations(everyMinutes: number = monitorLimits.minMinutes): WatchableList {
    return {
      items: watchable.map(({ operation, kind }) => ({
        operation: operation.name,
        kind,
        ...costOf(operation, everyMinutes, this.env),
      })),
      min_minutes: monitorLimits.minMinutes,
      max_minutes: monitorLimits.maxMinutes,
      max_fields: monitorLimits.fields,
    };
  }

  /** The value of each field before its first listed event, after each event, and now; the latest that fit. */
  async values(accountId: number, id: number): Promise<MonitorPointList> {
    const { fields, watched, createdAt, lastRun } = await this.monitors.find(accountId, id);
    const events = (await this.monitors.listEvents(accountId, id, undefined, maxEvents)).reverse();
    const points = fields.flatMap((field): MonitorPointView[] => {
      const value = watched[field];
      if (value === undefined) return [];
      const ofField = events.filter((event) => event.field === field);
      const first = { field, at: createdAt.toISOString(), value: ofField[0]?.before ?? value };
      const now = { field, at: (lastRun?.endedAt ?? createdAt).toISOString(), value };
      return [first, ...ofField.map((event) => pointOf(field, event)), now];
    });
    const newestFirst = points.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
    return { items: firstItems(newestFirst).reverse() };
  }
}

const pointOf = (field: string, { at, after }: MonitorEvent) => ({ field, at: at.toISOString(), value: after! });

/** A developer uses only keys that this developer created. */
export function keeperOf(accountId: number, user: SignedIn): MonitorKeeper {
  const developerId = user.role === 'developer' ? user.id : null;
  return {
    accountId,
    actor: actorOf(user),
    developerId,
    refusalOf: (key) =>
      developerId === null || key.developerId === developerId ? undefined : 'must be a key that you created',
  };
}
