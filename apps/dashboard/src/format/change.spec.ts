import { changeOf, pointsOf } from './change';

describe('a change', () => {
  it.each([
    [128, 100, '+28%'],
    [95, 100, '−5%'],
    [100, 100, undefined],
    [5, 0, undefined],
    [5_000, 100, '> +999%'],
  ])('describes %d after %d as a change of %s', (now, before, change) => expect(changeOf(now, before)).toBe(change));

  it.each([
    [98.4, 98, '+0.4 pt'],
    [1.5, 2.75, '−1.3 pt'],
    [1.62, 1.6, undefined],
  ])('describes a share of %d%% after %d%% as moved by %s', (now, before, points) =>
    expect(pointsOf(now, before)).toBe(points),
  );
});
