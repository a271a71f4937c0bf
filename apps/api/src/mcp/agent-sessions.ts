import { InvalidValue, usdAmount } from '@loupe/dto';
import type { Session } from '@loupe/mcp';
import { Inject, Injectable } from '@nestjs/common';
import { BoundedMap } from '../platform/bounded-map';
import { clock } from '../platform/clock';
import { ENV, type Env } from '../platform/config/env';
import { parameterProblem } from '../platform/problem';

const idleMs = 30 * 60_000;
const maxSessions = 10_000;
export const budgetHeader = 'x-loupe-budget-usd';

/** Counts what agents spend, per process and key family. A session ends after half an hour without use. */
@Injectable()
export class AgentSessions {
  private readonly sessions = new BoundedMap<number, { session: Session; usedAtMs: number }>(maxSessions);

  constructor(@Inject(ENV) private readonly env: Pick<Env, 'MCP_SESSION_BUDGET_USD'>) {}

  /** @param open creates a session. Loading its class here would load the protocol's library at every start */
  of(
    open: (budgetMicros: bigint) => Session,
    keyFamilyId: number,
    budget: string | string[] | undefined,
    nowMs = clock.nowMs(),
  ): Session {
    const budgetMicros = budget === undefined ? this.env.MCP_SESSION_BUDGET_USD : usdAmount(`${budget}`);
    if (budgetMicros instanceof InvalidValue) throw parameterProblem('header', budgetHeader, budgetMicros.message);
    const known = this.sessions.get(keyFamilyId);
    const session = known && nowMs - known.usedAtMs < idleMs ? known.session : open(budgetMicros);
    session.budgetMicros = budgetMicros;
    this.sessions.delete(keyFamilyId);
    this.sessions.set(keyFamilyId, { session, usedAtMs: nowMs });
    return session;
  }
}
