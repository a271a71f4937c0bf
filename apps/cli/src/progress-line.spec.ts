import { type Pulled, progressLine } from './progress-line.ts';

const pulled: Pulled = {
  done: 250,
  unit: 'lines',
  total: 1_000,
  calls: 98,
  elapsedMs: 10_000,
  doneNow: 100,
  known: 0,
  isComplete: false,
  spentNowUsd: '0.150000',
  spentUsd: '0.150000',
};

describe('progressLine', () => {
  it('shows progress, speed, cost and remaining time', () => {
    expect(progressLine(pulled)).toBe('[#####---------------] 250/1000 lines, 9.8 calls/s, $0.150000, 1 min 15 s left');
    expect(progressLine({ ...pulled, total: 1_000_000 })).toMatch(/, 27 h 46 min left$/);
    expect(progressLine({ ...pulled, done: 1_000 })).toMatch(/^\[#{20}\] .* 0 s left$/);
  });

  it('tells what earlier runs have done and paid', () => {
    expect(progressLine({ ...pulled, known: 150, spentNowUsd: '0.060000' })).toBe(
      '[#####---------------] 250/1000 lines (150 known already), 9.8 calls/s, this run $0.060000 of $0.150000, 1 min 15 s left',
    );
    expect(progressLine({ ...pulled, isComplete: true, spentNowUsd: '0' })).toBe(
      'complete already: 250 lines; this run $0, all runs $0.150000',
    );
  });

  it('tells what happened to the files of posts, and what renewed addresses cost', () => {
    const media = { downloaded: 12, known: 30, gone: 2, failed: 1, renewalMicros: 1_200n };
    expect(progressLine({ ...pulled, media })).toMatch(
      /left; 12 files downloaded \(30 known already\), 2 posts gone, 1 failed, renewals \$0\.001200$/,
    );
  });

  it('omits what is unknown', () => {
    expect(progressLine({ ...pulled, unit: 'items', total: undefined })).toBe('250 items, 9.8 calls/s, $0.150000');
    expect(progressLine({ ...pulled, done: 0, doneNow: 0, calls: 0, elapsedMs: 0 })).toBe(
      `[${'-'.repeat(20)}] 0/1000 lines, 0.0 calls/s, $0.150000`,
    );
  });
});
