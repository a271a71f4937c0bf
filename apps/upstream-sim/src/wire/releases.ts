import { mix, salt } from '../world/chance';
import type { JsonObject } from './json';

const rolloutSalt = salt('release');

/** Undocumented members. Each release of the platform adds some, at first only to some objects. */
const releases: readonly JsonObject[] = [
  { is_eligible_for_ambient_sharing: false, ambient_sharing_nux_id: null },
  { surface_capability_mask: 2_147_483_649, xposting_v3_state: { phase: 'dark', bucket: 7 } },
  { trust_signal_ids: [18_014_398_509_481_985n, 18_014_398_509_481_987n], is_lumen_eligible: true },
  { render_hint: 'compact', first_seen_on: 1_775_600_000, quality_score_v9: 0.1 },
];

export function unannounced(draw: number): JsonObject {
  const reached = mix(rolloutSalt, draw) % (releases.length + 1);
  return Object.assign({}, ...releases.slice(0, reached));
}
