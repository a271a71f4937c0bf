import { Session } from '@loupe/mcp';
import { Problem } from '../platform/problem';
import { AgentSessions } from './agent-sessions';

const minuteMs = 60_000;

describe('AgentSessions', () => {
  const all = new AgentSessions({ MCP_SESSION_BUDGET_USD: 250_000n });
  const sessions = {
    of: (key: number, budget: string | string[] | undefined, nowMs: number) =>
      all.of((budgetMicros) => new Session(budgetMicros), key, budget, nowMs),
  };

  it('continues a session while its key is used, and starts a new session after half an hour without use', () => {
    const first = sessions.of(1, undefined, 0);
    first.commit(0n, 600n);
    expect(sessions.of(1, undefined, 29 * minuteMs).spentMicros).toBe(600n);
    expect(sessions.of(1, undefined, 58 * minuteMs).spentMicros).toBe(600n);
    expect(sessions.of(1, undefined, 88 * minuteMs).spentMicros).toBe(0n);
    expect(sessions.of(2, undefined, 0)).not.toBe(first);
  });

  it('takes the budget of a session from the current header, or else from the installation', () => {
    expect(sessions.of(3, '0.001', 0).budgetMicros).toBe(1_000n);
    expect(sessions.of(3, undefined, 0).budgetMicros).toBe(250_000n);
    expect(() => sessions.of(3, ['1', '2'], 0)).toThrow(Problem);
  });

  it('stores at most ten thousand sessions', () => {
    const first = sessions.of(10, undefined, 0);
    for (let key = 11; key < 10_015; key++) sessions.of(key, undefined, 0);
    expect(sessions.of(10, undefined, 0)).not.toBe(first);
  });
});
