type Points = [minutes: number, value: number][];
const { heldIn, trendOf, verdictOn } = jest.requireActual<{
  trendOf(points: Points): { slope: number; margin: number };
  heldIn(points: Points): Points;
  verdictOn(points: Points, bound: number): { verdict: string };
}>('./trend.mjs');

type ValueAt = (minutes: number, random: () => number) => number;

/** Ten minutes of samples, one every six seconds; `random` is the same in every run. */
function series(valueAt: ValueAt): Points {
  let state = 7;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  };
  return Array.from({ length: 100 }, (_, index) => [index / 10, valueAt(index / 10, random)]);
}

const sawtooth: ValueAt = (minutes, random) => 90 + 4 * random() + ((minutes * 1.5) % 1) * 3;
const spikes: ValueAt = (minutes, random) =>
  sawtooth(minutes, random) + (Math.round(minutes * 10) % 3 === 0 ? 0 : 100 * random() + 50);
const growing =
  (of: ValueAt, perMinute = 1): ValueAt =>
  (minutes, random) =>
    of(minutes, random) + minutes * perMinute;

it('the trend of a series has the true slope within its margin', () => {
  const { slope, margin } = trendOf(series((minutes, random) => 50 + 2 * minutes + 8 * random()));
  expect(Math.abs(slope - 2)).toBeLessThan(margin);
  expect(margin).toBeLessThan(0.5);
});

it('the trend of autocorrelated samples has a wider margin than that of independent ones', () => {
  let walk = 0;
  const wandering = trendOf(series((_, random) => (walk += random())));
  expect(wandering.margin).toBeGreaterThan(trendOf(series((_, random) => random() * 2)).margin);
});

it.each<[what: string, points: Points, verdict: string]>([
  ['passing garbage', series(sawtooth), 'flat'],
  ['a constant', series(() => 41), 'flat'],
  ['a falling value', series((minutes) => 100 - minutes), 'flat'],
  ['growth below the bound', series(growing(sawtooth, 0.1)), 'flat'],
  ['a leak that is smaller than the noise', series(growing(sawtooth)), 'rises'],
  ['a leak in steps', series((minutes) => 40 + Math.floor(minutes)), 'rises'],
  ['noise alone', series((_, random) => 400 * random()), 'unclear'],
  ['too few samples', series(() => 41).slice(0, 4), 'unclear'],
  ['much garbage', series(spikes), 'unclear'],
  ['what is held below much garbage', heldIn(series(spikes)), 'flat'],
  ['a leak below much garbage', heldIn(series(growing(spikes))), 'rises'],
])('the verdict on %s allows for its noise', (_, points, verdict) => {
  expect(verdictOn(points, 0.5).verdict).toBe(verdict);
});
