import { operations } from '@loupe/dto';
import type { DataApiAnswer } from './data-api';
import { Session } from './session';
import { ToolFailure, ToolRun } from './tool-run';

const limited: DataApiAnswer = {
  status: 429,
  headers: { 'retry-after': '0', 'x-cost-usd': '0' },
  body: '{"code":"x"}',
};
const answered: DataApiAnswer = { status: 200, headers: { 'x-cost-usd': '0.000600' }, body: '{"pk":"1"}' };

describe('ToolRun', () => {
  const runWith = (...answers: DataApiAnswer[]) => {
    const session = new Session(1_200n);
    const call = jest.fn(async () => answers.shift() ?? limited);
    const settings = { unitPriceMicros: 600n, budgetAdvice: 'Ask.' };
    return { session, call, run: new ToolRun(settings, { call, session }), settings };
  };
  const request = (run: ToolRun) => run.request(operations.users.byId, { user_id: '1' });

  it('waits after a 429 and sends the price limit and accepted age', async () => {
    const { run, call, session } = runWith(limited, limited, answered);
    expect(await request(run)).toEqual({ pk: '1' });
    expect(call).toHaveBeenCalledTimes(3);
    const headers = { 'cache-control': 'max-age=300', 'x-max-cost-usd': '0.000600' };
    expect(call).toHaveBeenLastCalledWith('/users/1', headers, 'users.by_id');
    expect(session.spentMicros).toBe(600n);
  });

  it('gives up after several 429s and releases the reservation', async () => {
    const { run, call, session } = runWith();
    await expect(request(run)).rejects.toThrow(ToolFailure);
    expect(call).toHaveBeenCalledTimes(5);
    expect(session.reserve(1_200n)).toBe(true);
  });

  it('does not wait for a long Retry-After', async () => {
    const { run, call } = runWith({ ...limited, headers: { 'retry-after': '60' } });
    await expect(request(run)).rejects.toThrow(ToolFailure);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('does not wait after a 429 when the call is part of a batch', async () => {
    const { call, session, settings } = runWith(limited, answered);
    const run = new ToolRun(settings, { call, session, isOneOfSeveral: true });
    await expect(request(run)).rejects.toThrow(ToolFailure);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('releases the reservation when the API cannot be reached', async () => {
    const { run, call, session } = runWith();
    call.mockRejectedValueOnce(new Error('gone'));
    await expect(request(run)).rejects.toThrow('gone');
    expect(session.reserve(1_200n)).toBe(true);
  });

  describe('when it reads a cached response', () => {
    const read = (run: ToolRun) => run.read(operations.users.byId, { user_id: '1' });
    const cached = (costUsd: string): DataApiAnswer => ({ ...answered, headers: { 'x-cost-usd': costUsd } });
    const problem = (code: string): DataApiAnswer => ({
      status: 402,
      headers: { 'x-cost-usd': '0' },
      body: JSON.stringify({ code, detail: 'x', charged_usd: '0' }),
    });

    it('counts the actual cost and sends the full price or the rest of the budget as a limit', async () => {
      const { run, call, session } = runWith(cached('0.000500'), cached('0.000500'), cached('0'));
      for (const left of ['0.000600', '0.000600', '0.000200']) {
        await read(run);
        const headers = { 'cache-control': 'max-age=3600, only-if-cached', 'x-max-cost-usd': left };
        expect(call).toHaveBeenLastCalledWith('/users/1', headers, 'users.by_id');
      }
      expect(session.spentMicros).toBe(1_000n);
      expect(session.reserve(200n)).toBe(true);
    });

    it('reads a free response even when the budget is spent', async () => {
      const { run, call, session } = runWith(cached('0'));
      session.commit(0n, 1_300n);
      expect(await read(run)).toBe('{"pk":"1"}');
      const freeOnly = expect.objectContaining({ 'x-max-cost-usd': '0' });
      expect(call).toHaveBeenLastCalledWith('/users/1', freeOnly, 'users.by_id');
    });

    it('reserves the full price, or what is left of the budget, until the call ends', async () => {
      const { run, session } = runWith(cached('0'));
      session.commit(0n, 800n);
      const reading = read(run);
      expect(session.reserve(1n)).toBe(false);
      await reading;
      expect(session.reserve(400n)).toBe(true);
    });

    it.each([
      ['price_above_ceiling', /more than is left.*of its budget of \$0\.001200.*Ask\./],
      ['not_cached', /no longer stored/],
      ['insufficient_balance', /^insufficient_balance/],
    ])('explains the problem %s to the agent', async (code, says) => {
      const { run } = runWith(problem(code));
      await expect(read(run)).rejects.toThrow(says);
    });
  });
});
