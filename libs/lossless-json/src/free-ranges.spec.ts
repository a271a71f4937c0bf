import fc from 'fast-check';
import { FreeRanges } from './free-ranges';

describe('FreeRanges', () => {
  it('gives the lowest addresses that have room, and says when there are none', () => {
    const free = new FreeRanges(100, 200);
    expect([free.take(50), free.take(30), free.take(30), free.take(20)]).toEqual([100, 150, undefined, 180]);
    free.give(150, 180);
    free.give(100, 150);
    expect([free.take(80), free.take(1)]).toEqual([100, undefined]);
  });

  it('never gives an address twice, and is whole again when everything has come back, in whatever order and parts', () => {
    const steps = fc.array(fc.record({ size: fc.integer({ min: 1, max: 40 }), pick: fc.nat(), cut: fc.nat() }));
    fc.assert(
      fc.property(steps, (made) => {
        const free = new FreeRanges(0, 200);
        const taken: [start: number, end: number][] = [];
        for (const { size, pick, cut } of made) {
          const start = pick % 2 === 0 ? free.take(size) : undefined;
          if (start !== undefined) {
            expect(taken.every(([from, to]) => start + size <= from || to <= start)).toBe(true);
            taken.push([start, start + size]);
          } else if (taken.length > 0) {
            const [from, to] = taken.splice(pick % taken.length, 1)[0]!;
            const middle = from + (cut % (to - from));
            free.give(middle, to);
            free.give(from, middle);
          }
        }
        for (const [from, to] of taken) free.give(from, to);
        expect(free.take(200)).toBe(0);
      }),
    );
  });
});
