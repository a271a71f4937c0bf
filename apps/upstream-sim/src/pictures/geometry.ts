/** Distance from the origin; several times faster than `Math.hypot`, which guards against overflow. */
export const distance = (x: number, y: number): number => Math.sqrt(x * x + y * y);
