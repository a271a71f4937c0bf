import { runwayOf } from './runway';

describe('runwayOf', () => {
  it.each([
    [null, '0.000000', 'Nothing was spent in the last seven days.'],
    [0.4, '25.000000', 'Lasts less than a day at $25.00 a day, the pace of the last week.'],
    [1.9, '5.262000', 'Lasts about 1 day at $5.26 a day, the pace of the last week.'],
    [14, '0.714100', 'Lasts about 14 days at $0.71 a day, the pace of the last week.'],
    [12_000, '0.000600', 'Lasts more than two years at $0.0006 a day, the pace of the last week.'],
  ])('never promises more than there is: %s days', (days, rate, sentence) => {
    expect(runwayOf(days, rate)).toBe(sentence);
  });
});
