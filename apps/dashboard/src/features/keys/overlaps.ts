import { formatSpan } from '../../format/time';

/** How long a rotated key may still work, in seconds; the server allows up to seven days. */
const seconds = [0, 3_600, 86_400, 259_200, 604_800] as const;

export const overlaps = seconds.map((overlap) => ({
  value: String(overlap),
  label: overlap === 0 ? 'Stops at once' : `Works for another ${formatSpan(overlap).replace(/^1 /, '')}`,
}));

export const usualOverlap = '86400';
