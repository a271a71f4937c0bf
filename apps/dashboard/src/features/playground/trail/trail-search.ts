import { mostStations, readStation, type Station, writeStation } from './station';

/** What the address of the playground holds. */
export interface PlaygroundSearch {
  /** The operation that is filled in, where it is not the station's. */
  operation?: string;
  /** The calls of the trail, each as {@link writeStation} writes it. */
  trail?: string[];
  /** The station that is shown; the last one where it is not given. */
  at?: number;
}

export function playgroundSearch({ operation, trail, at }: Record<string, unknown>): PlaygroundSearch {
  const stations = (Array.isArray(trail) ? trail : []).filter((text) => readStation(text) !== undefined);
  return {
    ...(typeof operation === 'string' && /^[a-z_]+\.[a-z_]+$/.test(operation) && { operation }),
    ...(stations.length > 0 && { trail: stations.slice(0, mostStations) }),
    ...(Number.isInteger(at) && Number(at) >= 0 && Number(at) < stations.length && { at: Number(at) }),
  };
}

export interface Trail {
  readonly stations: readonly Station[];
  readonly at: number;
}

export function trailOf({ trail = [], at }: PlaygroundSearch): Trail {
  const stations = trail.flatMap((text) => readStation(text) ?? []);
  return { stations, at: at ?? stations.length - 1 };
}

/** The trail after one more call from the station that is shown: what lay ahead of it is left. */
export function withStation({ stations, at }: Trail, next: Station): PlaygroundSearch {
  const here = stations[at];
  const again = here && here.operation.name === next.operation.name && Object.keys(next.sources).length === 0;
  const isNextPage = again && ['cursor', 'min_id', 'max_id'].some((name) => next.values[name] !== here.values[name]);
  const kept = stations.slice(0, again && !isNextPage ? at : at + 1);
  return { trail: [...kept, next].slice(-mostStations).map(writeStation) };
}
