import { allFaults } from '../faults/catalogue';
import type { FaultRule, FaultRules } from '../faults/fault-rules';
import { operations } from '../routes/operations';
import { type Answer, json } from '../wire/answer';
import type { Json } from '../wire/json';
import type { World } from '../world/world';
import { catalogueOf } from './catalogue';
import type { RequestLog } from './request-log';

export interface Controlled {
  readonly faults: FaultRules;
  readonly requests: RequestLog;
  readonly world: World;
}

/** Lets tests and tools control the simulator: `call` is the method and a path below `/_sim/`. */
export function control({ faults, requests, world }: Controlled, call: string, search: string, body: string): Answer {
  switch (call) {
    case 'GET /_sim/health':
      return json({ status: 'ok' });
    case 'GET /_sim/catalogue':
      return json(catalogueOf(world));
    case 'GET /_sim/operations':
      return json({ operations: operations.map(({ name, method, path }) => ({ name, method, path })) });
    case 'GET /_sim/faults':
      return json({ rules: faults.list() as unknown as Json, faults: [...allFaults.keys()] });
    case 'POST /_sim/faults':
      return addFault(faults, body);
    case 'DELETE /_sim/faults':
      faults.clear();
      return json({ rules: [] });
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

function addFault(faults: FaultRules, body: string): Answer {
  let rule: Partial<FaultRule>;
  try {
    rule = JSON.parse(body);
  } catch {
    return json({ error: 'The body must be JSON' }, 400);
  }
  const problem = faults.add(rule ?? {});
  return problem === undefined ? json({ rules: faults.list() as unknown as Json }, 201) : json({ error: problem }, 400);
}
