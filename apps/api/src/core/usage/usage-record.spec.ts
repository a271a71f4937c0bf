import fc from 'fast-check';
import { v7 } from 'uuid';
import { firstRequestIdAt, isRequestId, requestTimeMs } from './usage-record';

/** The last id of a millisecond. */
const lastIdAt = (atMs: number) => `${firstRequestIdAt(atMs).slice(0, 13)}-7fff-bfff-ffffffffffff`;
const instant = fc.integer({ min: 0, max: Date.UTC(2999, 0, 1) });

describe('request ids', () => {
  it('contain the time of the request', () => {
    fc.assert(fc.property(instant, (atMs) => expect(requestTimeMs(lastIdAt(atMs))).toBe(atMs)));
  });

  it('of a millisecond are above the first id of this millisecond and below the first id of the next', () => {
    fc.assert(
      fc.property(instant, (atMs) => {
        expect(firstRequestIdAt(atMs) < lastIdAt(atMs)).toBe(true);
        expect(lastIdAt(atMs) < firstRequestIdAt(atMs + 1)).toBe(true);
      }),
    );
  });

  it('are distinguished from other texts', () => {
    expect(isRequestId(v7())).toBe(true);
    expect(isRequestId(firstRequestIdAt(0))).toBe(true);
    for (const other of ['', '42', `${v7()} `, v7().slice(1), v7().replaceAll('-', '')]) {
      expect(isRequestId(other)).toBe(false);
    }
  });
});
