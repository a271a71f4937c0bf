import { World } from '../world/world';
import { MediaLinks } from './media-links';

const HOUR_SECONDS = 3600;

/** What bodies are rendered from: the world, the links of this hour, and the hour itself. */
export interface View {
  readonly world: World;
  readonly links: MediaLinks;
  /** Unix seconds, a full hour: everything that depends on the time changes at full hours only. */
  readonly nowSeconds: number;
}

/** The view changes at full hours only; between them equal requests get equal bytes. */
export function hourlyView(seed: string, now: () => number, baseUrl: string): () => View {
  const world = new World(seed);
  let current: View | undefined;
  return () => {
    const hour = Math.floor(now() / 1000 / HOUR_SECONDS);
    const nowSeconds = hour * HOUR_SECONDS;
    if (current?.nowSeconds !== nowSeconds) current = { world, links: new MediaLinks(baseUrl, seed, hour), nowSeconds };
    return current;
  };
}
