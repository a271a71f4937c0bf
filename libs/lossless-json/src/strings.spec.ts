import { endOfPlain } from './strings';

// Bytes next to the special ones, in value or by a flipped bit, and parts of longer characters.
const plainBytes = [0x20, 0x21, 0x23, 0x5b, 0x5d, 0x5e, 0x7c, 0x7f, 0x80, 0x9f, 0xa0, 0xa2, 0xdc, 0xff];
const specialBytes = [0x00, 0x01, 0x0a, 0x1f, 0x22, 0x5c];

function endIn(bytes: readonly number[], start = 0): number {
  const around = Buffer.from([0x22, 0x22, 0x22, ...bytes, 0x22, 0x22, 0x22]);
  const body = around.subarray(3, 3 + bytes.length);
  return endOfPlain(body, new DataView(body.buffer, body.byteOffset, body.length), start);
}

describe('endOfPlain', () => {
  it.each(plainBytes)('goes over the plain byte %i to the end', (plain) => {
    for (let length = 0; length <= 20; length++) expect(endIn(Array(length).fill(plain))).toBe(length);
  });

  it.each(specialBytes)('stops at the first special byte %i, wherever it stands', (special) => {
    for (const plain of plainBytes) {
      for (let place = 0; place < 20; place++) {
        const bytes = Array<number>(20).fill(plain);
        bytes[place] = special;
        expect(endIn(bytes)).toBe(place);
        expect(endIn(bytes.with(19, 0x22))).toBe(place);
        expect(endIn(bytes, place)).toBe(place);
      }
    }
  });
});
