import { changeOf } from './change';

describe('a change', () => {
  it.each([
    [128, 100, '+28%'],
    [95, 100, '−5%'],
    [100, 100, undefined],
    [5, 0, undefined],
    [5_000, 100, '> +999%'],
  ])('describes %d after %d as a change of %s', (now, before, change) => expect(changeOf(now, before)).toBe(change));
});
