import { FAULTS } from '../faults/catalogue';
import type { FaultRule, FaultRules } from '../faults/fault-rules';
import type { Operation } from '../routes/operation';
import { type Answer, json } from '../wire/answer';
import type { Json } from '../wire/json';
import type { RequestLog } from './request-log';

interface Parts {
  readonly faults: FaultRules;
  readonly log: RequestLog;
  readonly operations: readonly Operation[];
  readonly catalogue: () => Json;
}

export class Control {
  constructor(private readonly parts: Parts) {}

  answer(method: string, path: string, query: URLSearchParams, body: string): Answer {
    const { faults, log } = this.parts;
    switch (`${method} ${path}`) {
      case 'GET /_sim/health':
        return json({ status: 'ok' });
      case 'GET /_sim/catalogue':
        return json(this.parts.catalogue());
      case 'GET /_sim/operations':
        return json({ operations: this.parts.operations.map(({ name, method, path }) => ({ name, method, path })) });
      case 'GET /_sim/faults':
        return json({ rules: faults.list() as unknown as Json, faults: [...FAULTS.keys()] });
      case 'POST /_sim/faults':
        return this.addFault(body);
      case 'DELETE /_sim/faults':
        faults.clear();
        return json({ rules: [] });
      case 'GET /_sim/requests':
        return json(log.list(Number(query.get('limit') ?? Number.POSITIVE_INFINITY)) as unknown as Json);
      case 'DELETE /_sim/requests':
        log.clear();
        return json({ total: 0 });
      default:
        return json({ error: 'No such control call; see the README' }, 404);
    }
  }

  private addFault(body: string): Answer {
    let rule: Partial<FaultRule>;
    try {
      rule = JSON.parse(body);
    } catch {
      return json({ error: 'The body must be JSON' }, 400);
    }
    const problem = this.parts.faults.add(rule ?? {});
    return problem === undefined
      ? json({ rules: this.parts.faults.list() as unknown as Json }, 201)
      : json({ error: problem }, 400);
  }
}
