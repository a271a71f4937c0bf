import type { World } from '../world/world';
import type { MediaLinks } from './media-links';

/** What bodies are rendered from: the world, the links of this hour, and the hour itself. */
export interface View {
  readonly world: World;
  readonly links: MediaLinks;
  /** Unix seconds, a full hour: everything that depends on the time changes at full hours only. */
  readonly nowSeconds: number;
}
