import { Injectable } from '@nestjs/common';
import { eventView } from '../core/monitors/monitor';
import { Monitors } from '../core/monitors/monitors';
import type { Reply } from '../platform/http/reply';
import { Problem, parameterProblem } from '../platform/problem';
import type { Call } from './call';
import { Gateway } from './gateway';

const pageSize = 100;

/** Replies with the events of a monitor, free of charge. */
@Injectable()
export class MonitorEvents {
  constructor(
    private readonly gateway: Gateway,
    private readonly monitors: Monitors,
  ) {}

  /** @throws {Problem} `wrong_credential` for a test key; `invalid_cursor`; `not_found` for a monitor of another account */
  async page(call: Call, monitorId: string, cursor = '0'): Promise<Reply> {
    if (call.isTest) throw testKey;
    if (!/^\d{1,15}$/.test(cursor))
      throw parameterProblem('query', 'cursor', 'must be the id of an event', 'invalid_cursor');
    const events = await this.monitors.followEvents(call.key!.accountId, idOf(monitorId), idOf(cursor), pageSize + 1);
    const items = events.slice(0, pageSize).map(eventView);
    const next_cursor = events.length > items.length ? items.at(-1)!.id : null;
    if (next_cursor === null) call.setHeader('x-list-end', 'no-cursor');
    return this.gateway.free(call, { items, next_cursor, has_more: next_cursor !== null });
  }
}

/** An id above the range of bigint belongs to nothing. */
const idOf = (text: string) => Math.min(Number(text), Number.MAX_SAFE_INTEGER);

const testKey = new Problem(
  'wrong_credential',
  'This is a test key. Monitors belong to the live keys of an account: send one of those.',
);
