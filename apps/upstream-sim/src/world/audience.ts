import { mix } from './chance';
import { POPULATION, wellKnownAt } from './population';

/**
 * The first `count` of an endless line of accounts that liked, commented or answered something: places without
 * repetition, none of them a documented account.
 */
export function audience(draw: number, count: number): number[] {
  const start = mix(draw, 1) % POPULATION;
  const step = 1 + 10 * (mix(draw, 2) % 4_999); // no factor in common with the population
  const places: number[] = [];
  for (let i = 0; places.length < count && i < POPULATION; i += 1) {
    const place = (start + i * step) % POPULATION;
    if (!wellKnownAt(place)) places.push(place);
  }
  return places;
}
