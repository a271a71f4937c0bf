import { PeriodicJob } from './periodic-job';

describe('PeriodicJob', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs a job immediately and again after each pause, even after a failure', async () => {
    const errors: unknown[] = [];
    let runs = 0;
    const job = new PeriodicJob(
      async () => {
        runs++;
        if (runs === 1) throw new Error('once');
      },
      1_000,
      (error) => errors.push(error),
    );
    job.start();
    await jest.advanceTimersByTimeAsync(2_500);
    expect(runs).toBe(3);
    expect(errors).toEqual([new Error('once')]);
    await job.stop();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(runs).toBe(3);
  });

  it('never runs a job twice at once, and waits for the current run when it stops', async () => {
    let finish: () => void = () => undefined;
    let runs = 0;
    const work = () => {
      runs++;
      return new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const job = new PeriodicJob(work, 10, () => undefined);
    job.start();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(1);
    let stopped = false;
    const stopping = job.stop().then(() => {
      stopped = true;
    });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stopped).toBe(false);
    finish();
    await stopping;
    await jest.advanceTimersByTimeAsync(1_000);
    expect(runs).toBe(1);
  });
});
