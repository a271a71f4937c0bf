import { Problem } from '../../platform/http/problem';
import { Refunds } from './refunds';
import type { Reversal } from './reversals';

describe('Refunds', () => {
  const log = { error: jest.fn(), warn: jest.fn() };
  beforeEach(() => jest.clearAllMocks());

  it('tries each, whatever becomes of the others, and keeps what failed for the next time', async () => {
    const failing = new Set(['b']);
    const tried: string[] = [];
    const reverse = async ({ entryId }: Reversal) => {
      tried.push(entryId);
      if (failing.has(entryId)) throw new Error('locked');
      return { entryId: 'r', balanceMicros: 0n };
    };
    const refunds = new Refunds({ reverse }, log);
    for (const id of ['a', 'b', 'c']) refunds.add(id);
    await expect(refunds.flush()).rejects.toThrow('locked');
    expect(tried.splice(0)).toEqual(['a', 'b', 'c']);
    failing.clear();
    await refunds.flush();
    await refunds.flush();
    expect(tried).toEqual(['b']);
  });

  it('is done with one that was reversed before, or that is not in the ledger', async () => {
    const reverse = jest.fn<Promise<never>, [Reversal]>();
    for (const code of ['conflict', 'not_found'] as const) reverse.mockRejectedValueOnce(new Problem(code, 'x'));
    const refunds = new Refunds({ reverse }, log);
    refunds.add('a');
    refunds.add('b');
    await refunds.flush();
    await refunds.flush();
    expect(reverse).toHaveBeenCalledTimes(2);
  });

  it('names in the log what is left when the process ends', async () => {
    const refunds = new Refunds({ reverse: () => Promise.reject(new Error('away')) }, log);
    refunds.add('a');
    await refunds.end();
    expect(log.error).toHaveBeenCalledWith({ request_ids: ['a'] }, expect.stringContaining('still to be reversed'));
  });
});
