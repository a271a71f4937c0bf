export interface PlaygroundSearch {
  /** The operation that is filled in, where it is not the station's. */
  operation?: string;
  /** The calls of the trail, each as `writeStation` writes it. */
  trail?: string[];
  /** The station that is shown; the last one where it is not given. */
  at?: number;
}

/** Longer trails forget how they began. */
export const maxStations = 24;

const maxStationLength = 4_000;

/** Asks no operation: every page loads this, and only the playground the table of them. */
export function playgroundSearch({ operation, trail, at }: Record<string, unknown>): PlaygroundSearch {
  const stations = (Array.isArray(trail) ? trail : []).filter(isAddress).slice(0, maxStations);
  return {
    ...(typeof operation === 'string' && /^[a-z_]+\.[a-z_]+$/.test(operation) && { operation }),
    ...(stations.length > 0 && { trail: stations }),
    ...(Number.isInteger(at) && Number(at) >= 0 && Number(at) < stations.length && { at: Number(at) }),
  };
}

/** Whether it may be the address of a call below the service's own. */
export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && text.length <= maxStationLength && /^\/(?!\/)/.test(text);
}
