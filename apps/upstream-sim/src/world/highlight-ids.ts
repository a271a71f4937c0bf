import { IdFamily, packFields, unpackFields } from './id-family';
import type { Highlight } from './stories';

const HIGHLIGHT_IDS = new IdFamily('highlight', 17_900_000_000_000_000n, 20, 46);
const WIDTHS = [16, 10];

/** The number in `highlight:<n>`: 17 digits, odd. */
export function highlightNumber({ owner, ordinal }: Pick<Highlight, 'owner' | 'ordinal'>): bigint {
  return HIGHLIGHT_IDS.write(
    packFields([
      [owner, 16],
      [ordinal, 10],
    ]),
  );
}

/** Owner and place of the highlight with this number. */
export function highlightPlace(number: bigint): { owner: number; ordinal: number } | undefined {
  const payload = HIGHLIGHT_IDS.read(number);
  if (payload === undefined) return undefined;
  const [owner = 0, ordinal = 0] = unpackFields(payload, WIDTHS);
  return { owner, ordinal };
}
