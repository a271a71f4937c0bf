import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { clock } from '../../platform/clock';
import { Problem } from '../../platform/http/problem';
import { Doubts } from './doubts';
import { Refunds } from './refunds';
import type { Reversal } from './reversals';

describe('Refunds', () => {
  const log = { error: jest.fn(), warn: jest.fn() };
  const reversed = { entryId: 'r', balanceMicros: 0n };
  let directory: string;
  beforeEach(() => {
    jest.clearAllMocks();
    directory = mkdtempSync(join(tmpdir(), 'loupe-refunds-'));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(directory, { recursive: true });
  });

  /** Refunds of a process that begins now. @param standing what the ledger says of the requests that are doubtful. */
  function begin(
    reverse: (reversal: Reversal) => Promise<typeof reversed>,
    standing: (ids: readonly string[]) => readonly string[] = () => [],
  ): Refunds {
    const reversals = { reverse, standing: async (ids: readonly string[]) => [...standing(ids)] };
    return new Refunds(reversals, new Doubts({ DATA_DIR: directory }, log), log);
  }

  /** From now on it is so much later. */
  function pass(ms: number): void {
    const nowMs = clock.nowMs() + ms;
    jest.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
  }

  it('tries each, whatever becomes of the others, and keeps what failed for the next time', async () => {
    const failing = new Set(['b']);
    const tried: string[] = [];
    const reverse = async ({ entryId }: Reversal) => {
      tried.push(entryId);
      if (failing.has(entryId)) throw new Error('locked');
      return reversed;
    };
    const refunds = begin(reverse);
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
    const refunds = begin(reverse);
    refunds.add('a');
    refunds.add('b');
    await refunds.flush();
    await refunds.flush();
    expect(reverse).toHaveBeenCalledTimes(2);
  });

  it('names in the log what is left when the process ends', async () => {
    const refunds = begin(() => Promise.reject(new Error('away')));
    refunds.add('a');
    await refunds.end();
    expect(log.error).toHaveBeenCalledWith({ request_ids: ['a'] }, expect.stringContaining('still to be reversed'));
  });

  it('reverses what a process that was killed had told its callers was free, once the ledger has it', async () => {
    const [early, late, never] = [v7(), v7(), v7()];
    begin(async () => reversed).doubt([early, late, never]);

    const charged = new Set([early]);
    const reverse = jest.fn(async ({ entryId }: Reversal) => {
      charged.delete(entryId);
      return reversed;
    });
    const next = begin(reverse, (ids) => ids.filter((id) => charged.has(id)));
    await next.flush();
    charged.add(late);
    await next.flush();
    await next.flush();
    expect(reverse.mock.calls.map(([{ entryId }]) => entryId)).toEqual([early, late]);
  });

  it('leaves a charge that stands because its answer went to a repeat', async () => {
    const id = v7();
    begin(async () => reversed).doubt([id]);
    const reverse = jest.fn(() => Promise.reject(new Problem('conflict', 'x')));
    const next = begin(reverse, (ids) => ids);
    await next.flush();
    await next.flush();
    expect(reverse).toHaveBeenCalledTimes(1);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('reverses what a process leaves that is killed while this one runs, within a minute', async () => {
    const reverse = jest.fn(async (_: Reversal) => reversed);
    const running = begin(reverse, (ids) => ids);
    await running.flush();
    const other = begin(async () => reversed);
    const [first, second] = [v7(), v7()];
    other.doubt([first]);
    pass(61_000);
    await running.flush();
    other.doubt([second]);
    pass(61_000);
    await running.flush();
    await running.flush();
    const ids = reverse.mock.calls.map(([{ entryId }]) => entryId);
    expect(new Set(ids)).toEqual(new Set([first, second]));
  });

  it('keeps nothing on disk once the database must have ended what was doubtful', async () => {
    const first = begin(async () => reversed);
    first.doubt([v7()]);
    const next = begin(async () => reversed);
    await next.flush();
    const files = () => readdirSync(join(directory, 'doubtful-charges'));
    expect(files()).toHaveLength(1);
    pass(601_000);
    await next.flush();
    expect(files()).toEqual([]);
  });

  it('goes on where nothing can be written', async () => {
    writeFileSync(join(directory, 'doubtful-charges'), 'not a directory');
    const refunds = begin(async () => reversed);
    refunds.doubt([v7()]);
    await refunds.flush();
    expect(log.warn).toHaveBeenCalledWith({ err: expect.anything() }, expect.stringContaining('DATA_DIR'));
  });
});
