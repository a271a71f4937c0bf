import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { clock } from '../../platform/clock';
import { Problem } from '../../platform/problem';
import { InDoubtCharges } from './in-doubt-charges';
import type { Reversal } from './reversals';

describe('InDoubtCharges', () => {
  const log = { error: jest.fn(), warn: jest.fn() };
  const reversed = { entryId: 'r', balanceMicros: 0n };
  let directory: string;
  beforeEach(() => {
    jest.clearAllMocks();
    directory = mkdtempSync(join(tmpdir(), 'loupe-in-doubt-'));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(directory, { recursive: true });
  });

  /** A newly started process with the same DATA_DIR. @param unreversed selects the charges that are in the ledger. */
  function start(
    reverse: (reversal: Reversal) => Promise<typeof reversed>,
    unreversed: (ids: readonly string[]) => readonly string[] = () => [],
  ): InDoubtCharges {
    const reversals = { reverse, unreversed: async (ids: readonly string[]) => [...unreversed(ids)] };
    return new InDoubtCharges(reversals, { DATA_DIR: directory }, log);
  }

  function pass(ms: number): void {
    const [nowMs, wallMs] = [clock.nowMs() + ms, clock.wallMs() + ms];
    jest.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
    jest.spyOn(clock, 'wallMs').mockReturnValue(wallMs);
  }

  it('tries each charge independently, and retries failed charges the next time', async () => {
    const failing = new Set(['b']);
    const tried: string[] = [];
    const reverse = async ({ entryId }: Reversal) => {
      tried.push(entryId);
      if (failing.has(entryId)) throw new Error('locked');
      return reversed;
    };
    const charges = start(reverse);
    for (const id of ['a', 'b', 'c']) charges.add(id);
    await expect(charges.flush()).rejects.toThrow('locked');
    expect(tried.splice(0)).toEqual(['a', 'b', 'c']);
    failing.clear();
    await charges.flush();
    await charges.flush();
    expect(tried).toEqual(['b']);
  });

  it('drops a charge that was already reversed, or that is not in the ledger', async () => {
    const reverse = jest.fn<Promise<never>, [Reversal]>();
    for (const code of ['conflict', 'not_found'] as const) reverse.mockRejectedValueOnce(new Problem(code, 'x'));
    const charges = start(reverse);
    charges.add('a');
    charges.add('b');
    await charges.flush();
    await charges.flush();
    expect(reverse).toHaveBeenCalledTimes(2);
  });

  it('logs the charges that are still to be reversed when the process ends', async () => {
    const charges = start(() => Promise.reject(new Error('away')));
    charges.add('a');
    await charges.end();
    expect(log.error).toHaveBeenCalledWith({ request_ids: ['a'] }, expect.stringContaining('still to be reversed'));
  });

  it('reverses a late commit of a killed process, once it is in the ledger', async () => {
    const [early, late, never] = [v7(), v7(), v7()];
    start(async () => reversed).record([early, late, never]);

    const charged = new Set([early]);
    const reverse = jest.fn(async ({ entryId }: Reversal) => {
      charged.delete(entryId);
      return reversed;
    });
    const next = start(reverse, (ids) => ids.filter((id) => charged.has(id)));
    await next.flush();
    charged.add(late);
    for (let times = 0; times < 2; times++) {
      pass(11_000);
      await next.flush();
    }
    expect(reverse.mock.calls.map(([{ entryId }]) => entryId)).toEqual([early, late]);
  });

  it('tries only once to reverse a charge whose response was replayed', async () => {
    const id = v7();
    start(async () => reversed).record([id]);
    const reverse = jest.fn(() => Promise.reject(new Problem('conflict', 'x')));
    const next = start(reverse, (ids) => ids);
    for (let times = 0; times < 3; times++) {
      await next.flush();
      pass(11_000);
    }
    expect(reverse).toHaveBeenCalledTimes(1);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('reverses the late commits of another process once ten seconds have passed', async () => {
    const reverse = jest.fn(async (_: Reversal) => reversed);
    const running = start(reverse, (ids) => ids);
    await running.flush();
    const other = start(async () => reversed);
    const [first, second] = [v7(), v7()];
    other.record([first]);
    pass(11_000);
    await running.flush();
    other.record([second]);
    pass(11_000);
    await running.flush();
    await running.flush();
    const ids = reverse.mock.calls.map(([{ entryId }]) => entryId);
    expect(new Set(ids)).toEqual(new Set([first, second]));
  });

  it('deletes the files of charges once the database must have committed the charges or rolled them back', async () => {
    const first = start(async () => reversed);
    first.record([v7()]);
    const next = start(async () => reversed);
    await next.flush();
    const files = () => readdirSync(join(directory, 'in-doubt-charges'));
    expect(files()).toHaveLength(1);
    pass(601_000);
    await next.flush();
    expect(files()).toEqual([]);
  });

  it('continues when no file can be written', async () => {
    writeFileSync(join(directory, 'in-doubt-charges'), 'not a directory');
    const charges = start(async () => reversed);
    charges.record([v7()]);
    await charges.flush();
    expect(log.warn).toHaveBeenCalledWith({ err: expect.anything() }, expect.stringContaining('DATA_DIR'));
  });
});
