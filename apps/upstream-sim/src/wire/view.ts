import { World } from '../world/world';
import { MediaLinks } from './media-links';

const hourSeconds = 3600;

export interface View {
  readonly world: World;
  readonly links: MediaLinks;
  readonly nowSeconds: number;
}

/** A view that changes at full hours, so that responses within an hour are equal. */
export function hourlyView(seed: string, now: () => number, baseUrl: string): () => View {
  const world = new World(seed);
  let current: View | undefined;
  return () => {
    const hour = Math.floor(now() / 1000 / hourSeconds);
    const nowSeconds = hour * hourSeconds;
    if (current?.nowSeconds !== nowSeconds) current = { world, links: new MediaLinks(baseUrl, seed, hour), nowSeconds };
    return current;
  };
}
