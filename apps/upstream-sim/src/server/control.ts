import { allFaults } from '../faults/catalogue';
import type { FaultRule, FaultRules } from '../faults/fault-rules';
import type { HeldAnswers } from '../faults/held-answers';
import { operations } from '../routes/operations';
import { type Answer, json } from '../wire/answer';
import type { Json } from '../wire/json';
import type { World } from '../world/world';
import { catalogueOf } from './catalogue';
import { changeObject, publishPosts } from './changes';
import type { RequestLog } from './request-log';

export interface Controlled {
  /** How far the clock is ahead of the real time, so that links and stories expire without waiting. */
  readonly clock: { aheadMs: number };
  readonly faults: FaultRules;
  readonly held: HeldAnswers;
  readonly requests: RequestLog;
  readonly world: World;
  /** Milliseconds, with the clock as it is set. */
  readonly now: () => number;
}

export function control(controlled: Controlled, call: string, search: string, body: string): Answer {
  const { clock, faults, held, requests, world } = controlled;
  switch (call) {
    case 'GET /_sim/health':
      return json({ status: 'ok' });
    case 'GET /_sim/catalogue':
      return json(catalogueOf(world));
    case 'GET /_sim/operations':
      return json({ operations: operations.map(({ name, method, path }) => ({ name, method, path })) });
    case 'POST /_sim/clock':
      return setClock(clock, body);
    case 'POST /_sim/posts':
      return publishPosts(world, controlled.now(), parsed(body));
    case 'POST /_sim/changes':
      return changeObject(world, parsed(body));
    case 'DELETE /_sim/changes':
      world.changes.clear();
      return json({ status: 'ok' });
    case 'GET /_sim/faults':
      return json({ rules: faults.list() as unknown as Json, faults: [...allFaults.keys()] });
    case 'POST /_sim/faults':
      return addFault(faults, body);
    case 'DELETE /_sim/faults':
      faults.clear();
      return json({ rules: [] });
    case 'GET /_sim/held':
      return json({ held: held.count() });
    case 'POST /_sim/release':
      return release(held, body);
    case 'GET /_sim/requests': {
      const limit = new URLSearchParams(search).get('limit');
      return json(requests.list(Number(limit ?? Number.POSITIVE_INFINITY)) as unknown as Json);
    }
    case 'DELETE /_sim/requests':
      requests.clear();
      return json({ total: 0 });
    default:
      return json({ error: 'No such control call; see the README' }, 404);
  }
}

const maxAheadSeconds = 366 * 86_400;
const notJson = json({ error: 'The body must be JSON' }, 400);

function setClock(clock: Controlled['clock'], body: string): Answer {
  const { ahead_seconds: seconds } = (parsed(body) ?? {}) as { ahead_seconds?: unknown };
  if (typeof seconds !== 'number' || Math.abs(seconds) > maxAheadSeconds)
    return json({ error: `ahead_seconds must be a number up to ${maxAheadSeconds}; 0 is the real time` }, 400);
  clock.aheadMs = seconds * 1000;
  return json({ ahead_seconds: seconds });
}

function addFault(faults: FaultRules, body: string): Answer {
  const rule = parsed(body) as Partial<FaultRule> | undefined;
  if (rule === undefined) return notJson;
  const problem = faults.add(rule ?? {});
  return problem === undefined ? json({ rules: faults.list() as unknown as Json }, 201) : json({ error: problem }, 400);
}

function release(held: HeldAnswers, body: string): Answer {
  const request = body === '' ? {} : parsed(body);
  if (request === undefined) return notJson;
  const { operation } = (request ?? {}) as { operation?: string };
  if (operation !== undefined && !operations.some(({ name }) => name === operation))
    return json({ error: 'operation must be the name of an operation (GET /_sim/operations lists them)' }, 400);
  return json({ released: held.release(operation) });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
