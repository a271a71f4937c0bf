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

describe('one use of a tool', () => {
  const runWith = (...answers: DataApiAnswer[]) => {
    const session = new Session(1_200n);
    const call = jest.fn(async () => answers.shift() ?? limited);
    return { session, call, run: new ToolRun({ call, session, unitPriceMicros: 600n, budgetAdvice: 'Ask.' }) };
  };
  const ask = (run: ToolRun) => run.ask(operations.users.byId, { user_id: '1' });

  it('waits for the rate of the key, and tells the price and what age will do', async () => {
    const { run, call, session } = runWith(limited, limited, answered);
    expect(await ask(run)).toEqual({ pk: '1' });
    expect(call).toHaveBeenCalledTimes(3);
    const headers = { 'cache-control': 'max-age=300', 'x-max-cost-usd': '0.000600' };
    expect(call).toHaveBeenLastCalledWith('/users/1', headers, 'users.by_id');
    expect(session.spentMicros).toBe(600n);
  });

  it('gives up when the rate stays out of reach, and gives back what was set aside', async () => {
    const { run, call, session } = runWith();
    await expect(ask(run)).rejects.toThrow(ToolFailure);
    expect(call).toHaveBeenCalledTimes(5);
    expect(session.reserve(1_200n)).toBe(true);
  });

  it('does not wait long', async () => {
    const { run, call } = runWith({ ...limited, headers: { 'retry-after': '60' } });
    await expect(ask(run)).rejects.toThrow(ToolFailure);
    expect(call).toHaveBeenCalledTimes(1);
  });

  it('gives back what was set aside when the API cannot be reached', async () => {
    const { run, call, session } = runWith();
    call.mockRejectedValueOnce(new Error('gone'));
    await expect(ask(run)).rejects.toThrow('gone');
    expect(session.reserve(1_200n)).toBe(true);
  });
});
