const STEPS: readonly (readonly [size: number, letter: string])[] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
];

/** `2.1B`, `15.2M`, `900`: a count as the platform writes it for people. */
export function formattedCount(count: number): string {
  const step = STEPS.find(([size]) => count >= size);
  return step ? `${(count / step[0]).toFixed(1).replace(/\.0$/, '')}${step[1]}` : String(count);
}
