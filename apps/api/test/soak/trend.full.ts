type Points = [minutes: number, value: number][];
const { heldIn, trendOf, verdictOn } = jest.requireActual<{
  trendOf(points: Points): { slope: number; margin: number };
  heldIn(points: Points): Points;
  verdictOn(points: Points, bound: number): { verdict: string };
}>('./trend.mjs');

/** Ten minutes of samples, one every six seconds; `random` is the same in every run. */
function series(valueAt: (minutes: number, random: () => number) => number): Points {
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  return Array.from({ length: 100 }, (_, index) => [index / 10, valueAt(index / 10, random)]);
}

const sawtooth = (minutes: number, random: () => number) => 90 + 4 * random() + ((minutes * 1.5) % 1) * 3;

describe('the trend of a series', () => {
  it('is the slope of a line, without a margin when there is no noise', () => {
    const { slope, margin } = trendOf(series((minutes) => 50 + 2 * minutes));
    expect(slope).toBeCloseTo(2, 9);
    expect(margin).toBeCloseTo(0, 9);
  });

  it('has the true slope within its margin when there is noise', () => {
    const { slope, margin } = trendOf(series((minutes, random) => 50 + 2 * minutes + 8 * random()));
    expect(Math.abs(slope - 2)).toBeLessThan(margin);
    expect(margin).toBeLessThan(0.5);
  });

  it('has a wider margin for autocorrelated samples than for independent samples', () => {
    let walk = 0;
    const wandering = trendOf(series((_, random) => (walk += random())));
    const squares = series((_, random) => random() * 2);
    expect(wandering.margin).toBeGreaterThan(trendOf(squares).margin);
  });
});

describe('the retained part of a series', () => {
  const spikes = (minutes: number, random: () => number) =>
    sawtooth(minutes, random) + (Math.round(minutes * 10) % 3 === 0 ? 0 : 100 * random() + 50);

  it('is flat although most samples have much garbage', () => {
    expect(verdictOn(series(spikes), 0.5).verdict).toBe('unclear');
    expect(verdictOn(heldIn(series(spikes)), 0.5).verdict).toBe('flat');
  });

  it('rises with a leak that is smaller than the garbage', () => {
    const leaking = series((minutes, random) => spikes(minutes, random) + minutes);
    expect(verdictOn(heldIn(leaking), 0.5).verdict).toBe('rises');
  });
});

describe('the verdict on a series', () => {
  it('is flat for noise, passing garbage, constants, and a falling value', () => {
    for (const value of [
      sawtooth,
      () => 41,
      (minutes: number) => 100 - minutes,
      (_: number, random: () => number) => random(),
    ])
      expect(verdictOn(series(value), 0.5).verdict).toBe('flat');
  });

  it('detects a leak whose growth per minute is smaller than the noise, and a leak in steps', () => {
    expect(
      verdictOn(
        series((minutes, random) => sawtooth(minutes, random) + minutes),
        0.5,
      ).verdict,
    ).toBe('rises');
    expect(
      verdictOn(
        series((minutes) => 40 + Math.floor(minutes)),
        0.5,
      ).verdict,
    ).toBe('rises');
  });

  it('tolerates growth below the bound', () => {
    expect(
      verdictOn(
        series((minutes, random) => sawtooth(minutes, random) + minutes / 10),
        0.5,
      ).verdict,
    ).toBe('flat');
  });

  it('is unclear for a series that is too noisy or too short', () => {
    expect(
      verdictOn(
        series((_, random) => 400 * random()),
        0.5,
      ).verdict,
    ).toBe('unclear');
    expect(verdictOn(series(() => 41).slice(0, 4), 0.5).verdict).toBe('unclear');
  });
});
