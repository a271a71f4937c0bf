import { uuidV7 } from './uuid-v7';

describe('uuidV7', () => {
  it('is a version 7 UUID of the variant that RFC 9562 describes', () => {
    for (let i = 0; i < 2_000; i++)
      expect(uuidV7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('begins with the time it was made at, so that later ones sort later', () => {
    expect(uuidV7(0x0123456789ab).slice(0, 13)).toBe('01234567-89ab');
    expect(uuidV7(1_000) < uuidV7(2_000)).toBe(true);
  });

  it('sorts in the order of making, also within a millisecond, past its end, and over a small step back of the clock', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => uuidV7(5_000_000 - (index > 9_000 ? 3 : 0)));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('believes a clock that was really set back', () => {
    uuidV7(9_000_000);
    expect(uuidV7(1_000_000).slice(0, 13)).toBe('0000000f-4240');
  });
});
