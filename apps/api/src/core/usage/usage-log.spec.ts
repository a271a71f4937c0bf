import type { DataSource } from 'typeorm';
import { usageRecord } from '../../../test/billing/charge-fixtures';
import { usageLogOn } from '../../../test/support/services';

describe('UsageLog', () => {
  it('has written every recorded row when a flush resolves, even if the flush began during another one', async () => {
    const written: string[] = [];
    const query = async (_sql: string, [requestIds]: string[]) => void written.push(requestIds!);
    const log = usageLogOn({ query } as unknown as DataSource, () => undefined);
    for (let turns = 0; turns < 30; turns++) {
      log.record(usageRecord(1));
      const first = log.flush();
      for (let turn = 0; turn < turns; turn++) await undefined;
      const late = usageRecord(1);
      log.record(late);
      await log.flush();
      expect({ turns, isWritten: written.join().includes(late.requestId) }).toEqual({ turns, isWritten: true });
      await first;
    }
  });

  it('tries an unreachable database once a second, however many rows are buffered', async () => {
    jest.useFakeTimers();
    let attempts = 0;
    const query = () => {
      attempts++;
      return Promise.reject(new Error('away'));
    };
    const onFault = jest.fn();
    const log = usageLogOn({ query } as unknown as DataSource, onFault);
    for (let i = 0; i < 5_000; i++) {
      log.record(usageRecord(1));
      await undefined;
    }
    await jest.advanceTimersByTimeAsync(0);
    expect(attempts).toBe(1);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(attempts).toBe(11);
    expect(onFault).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
