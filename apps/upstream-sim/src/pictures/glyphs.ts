import { distance } from './geometry';

/** Capital letters and digits as lines on a grid of 4 by 6, the pen's way through each: `x,y` with y downwards. */
const STROKES: Readonly<Record<string, string>> = {
  A: '0,6 2,0 4,6 / .8,4 3.2,4',
  B: '0,0 0,6 / 0,0 2.4,0 3.4,.7 3.4,2.2 2.4,3 0,3 / 2.4,3 3.8,3.8 3.8,5.2 2.4,6 0,6',
  C: '4,1.2 3,.2 2,0 1,.2 .2,1.4 0,3 .2,4.6 1,5.8 2,6 3,5.8 4,4.8',
  D: '0,0 0,6 1.8,6 3.2,5.4 4,4 4,2 3.2,.6 1.8,0 0,0',
  E: '4,0 0,0 0,6 4,6 / 0,3 3,3',
  F: '4,0 0,0 0,6 / 0,3 3,3',
  G: '4,1.2 3,.2 2,0 1,.2 .2,1.4 0,3 .2,4.6 1,5.8 2,6 3,5.8 4,4.8 4,3.2 2.4,3.2',
  H: '0,0 0,6 / 4,0 4,6 / 0,3 4,3',
  I: '2,0 2,6',
  J: '3.4,0 3.4,4.4 2.8,5.6 1.8,6 .8,5.6 .2,4.6',
  K: '0,0 0,6 / 4,0 0,3.4 / 1.3,2.4 4,6',
  L: '0,0 0,6 3.8,6',
  M: '0,6 0,0 2,3.6 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  O: '2,0 .9,.3 .2,1.4 0,3 .2,4.6 .9,5.7 2,6 3.1,5.7 3.8,4.6 4,3 3.8,1.4 3.1,.3 2,0',
  P: '0,6 0,0 2.6,0 3.7,.7 3.7,2.5 2.6,3.3 0,3.3',
  Q: '2,0 .9,.3 .2,1.4 0,3 .2,4.6 .9,5.7 2,6 3.1,5.7 3.8,4.6 4,3 3.8,1.4 3.1,.3 2,0 / 2.6,4.4 4.2,6.3',
  R: '0,6 0,0 2.6,0 3.7,.7 3.7,2.5 2.6,3.3 0,3.3 / 1.8,3.3 4,6',
  S: '3.8,1.1 3,.2 2,0 .9,.3 .3,1.4 .8,2.5 2,3 3.2,3.5 3.8,4.6 3.2,5.7 2,6 .9,5.8 .2,4.9',
  T: '0,0 4,0 / 2,0 2,6',
  U: '0,0 0,4 .5,5.4 2,6 3.5,5.4 4,4 4,0',
  V: '0,0 2,6 4,0',
  W: '0,0 1,6 2,2 3,6 4,0',
  X: '0,0 4,6 / 4,0 0,6',
  Y: '0,0 2,3 4,0 / 2,3 2,6',
  Z: '0,0 4,0 0,6 4,6',
};

/** A straight piece of a letter. */
export interface Segment {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The pieces of a letter on its grid; nothing for what is not a capital of the basic alphabet. */
export function segmentsOf(letter: string): Segment[] {
  return (STROKES[letter] ?? '').split(' / ').flatMap((stroke) => {
    const points = stroke.split(' ').map((point) => point.split(',').map(Number) as [number, number]);
    return points.slice(1).map(([x2, y2], i) => {
      const [x1, y1] = points[i] as [number, number];
      return { x1, y1, x2, y2 };
    });
  });
}

/** How far a point lies from a segment. */
export function distanceTo({ x1, y1, x2, y2 }: Segment, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const along = Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)));
  return distance(x - x1 - along * dx, y - y1 - along * dy);
}
