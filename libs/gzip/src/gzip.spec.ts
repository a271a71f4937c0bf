import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { gzip } from './gzip';

function expectBack(body: Buffer): void {
  const compressed = gzip(body);
  expect(gunzipSync(compressed).equals(body)).toBe(true);
  expect(compressed.length).toBeLessThanOrEqual(storedSize(body.length));
}

/** Header, trailer, and for each block what says that it is stored. */
function storedSize(byteCount: number): number {
  return byteCount + 18 + 5 * Math.max(1, Math.ceil(byteCount / 65_535));
}

/** Pieces of a few kinds, each once or again and again, with earlier pieces among them. */
const pieces = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        fc.json().map((text) => Buffer.from(text)),
        fc.nat(3_000).map((byteCount) => randomBytes(byteCount)),
      ),
      fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(2_000) }),
      fc.nat(),
    ),
    { maxLength: 12 },
  )
  .map((parts) => {
    const all: Buffer[] = [];
    for (const [bytes, times, earlier] of parts) {
      all.push(Buffer.concat(Array<Buffer>(Math.min(times, Math.ceil(70_000 / (bytes.length + 1)))).fill(bytes)));
      all.push(all[earlier % all.length]!);
    }
    return Buffer.concat(all).subarray(0, 200_000);
  });

/** Each of these bytes is about as frequent as the two before it together: codes would be longer than the format allows. */
function unevenBytes(kinds: number): Buffer {
  const counts = [1, 1];
  while (counts.length < kinds) counts.push(counts.at(-1)! + counts.at(-2)!);
  const bytes = counts.flatMap((count, kind) => Array<number>(count).fill(kind));
  // Mixed, so that there is little to repeat.
  const places = bytes.map((byte, index) => ({ byte, place: Math.imul(index, 0x9e3779b1) >>> 0 }));
  return Buffer.from(places.sort((one, other) => one.place - other.place).map(({ byte }) => byte));
}

/** A list as the upstream has it: much repeats, much does not. */
function listOf(itemCount: number): Buffer {
  const items = Array.from({ length: itemCount }, (_, index) => ({
    pk: `${9_007_199_254_740_993n + BigInt(index) * 7_919n}`,
    username: `user.${index.toString(36)}`,
    full_name: index % 3 ? `Zoë ${index}` : '小山',
    is_private: index % 7 === 0,
    profile_pic_url: `https://cdn.example/v/${randomBytes(24).toString('base64url')}.jpg?oe=${index.toString(16)}&stp=dst-jpg`,
  }));
  return Buffer.from(JSON.stringify({ items, has_more: true }));
}

describe('gzip', () => {
  it('gives back any bytes, and grows none by more than what says that they are stored', () =>
    fc.assert(fc.property(pieces, expectBack), { numRuns: 300 }));

  it.each([
    0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 257, 258, 259, 261, 32_767, 32_768, 32_769, 65_534, 65_535, 65_536, 131_070,
    131_071,
  ])('gives back %i bytes, whether they repeat or not', (byteCount) => {
    expectBack(Buffer.alloc(byteCount));
    expectBack(Buffer.alloc(byteCount, '{"pk":"1"},'));
    expectBack(randomBytes(byteCount));
    expectBack(Buffer.from(randomBytes(byteCount).map((byte) => byte & 15)));
  });

  it.each([32_760, 32_767, 32_768, 32_769, 32_776])('repeats what stands %i bytes before, or does not', (distance) => {
    const marker = randomBytes(64);
    expectBack(
      Buffer.concat([marker, Buffer.alloc(distance - marker.length), marker, Buffer.from('end of the block')]),
    );
  });

  it.each([2, 12, 17, 18, 19, 20, 21, 22])('has codes for %i kinds of bytes, however unequal', (kinds) =>
    expectBack(unevenBytes(kinds)),
  );

  it('says that it is gzip of an unknown system, made at no time', () =>
    expect(gzip(Buffer.from('{}')).subarray(0, 10)).toEqual(Buffer.from([31, 139, 8, 0, 0, 0, 0, 0, 4, 255])));

  it('makes the same of the same bytes, whatever was compressed before', () => {
    const body = listOf(100);
    const first = gzip(body);
    expectBack(randomBytes(6_000_000));
    expect(gzip(body).equals(first)).toBe(true);
    expect(first.equals(gzip(Buffer.concat([body])))).toBe(true);
  });

  it.each([5, 50, 300, 2_000])(
    'makes a list of %i items no more than a tenth longer than level 1 of zlib does',
    (itemCount) => {
      const body = listOf(itemCount);
      expect(gzip(body).length).toBeLessThan(1.1 * gzipSync(body, { level: 1 }).length);
    },
  );
});
