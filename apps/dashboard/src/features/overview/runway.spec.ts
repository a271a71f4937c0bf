import { runwayOf } from './runway';

describe('runwayOf', () => {
  it.each([
    [null, '0.000000', 'Nothing was spent in the last seven days.'],
    [0.4, '25.000000', 'It lasts less than a day at last week’s pace of $25.00 a day.'],
    [1.9, '5.262000', 'It lasts about 1 day at last week’s pace of $5.26 a day.'],
    [14, '0.714100', 'It lasts about 14 days at last week’s pace of $0.71 a day.'],
    [12_000, '0.000600', 'It lasts more than a year at last week’s pace of $0.0006 a day.'],
  ])('says how long the balance lasts, rounded down to whole days: %s days', (days, rate, sentence) => {
    expect(runwayOf(days, rate)).toBe(sentence);
  });
});
