import { maxStations, type PlaygroundSearch } from './playground-search';
import { readStation, type Station, writeStation } from './station';

export interface Trail {
  readonly stations: readonly Station[];
  readonly at: number;
}

/** Without what is no call of the data API. */
export function trailOf({ trail = [], at }: PlaygroundSearch): Trail {
  const stations = trail.flatMap((text) => readStation(text) ?? []);
  return { stations, at: Math.min(at ?? Infinity, stations.length - 1) };
}

/** The trail after one more call from the station that is shown: what lay ahead of it is left. */
export function withStation({ stations, at }: Trail, next: Station): PlaygroundSearch {
  const here = stations[at];
  const again = here && here.operation.name === next.operation.name && Object.keys(next.sources).length === 0;
  const isNextPage = again && ['cursor', 'min_id', 'max_id'].some((name) => next.values[name] !== here.values[name]);
  const kept = stations.slice(0, again && !isNextPage ? at : at + 1);
  return { trail: [...kept, next].slice(-maxStations).map(writeStation) };
}
