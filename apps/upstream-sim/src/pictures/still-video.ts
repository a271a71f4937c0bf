import { BitWriter } from './bits';
import type { Colour, Raster } from './png';

/*
 * The smallest honest video: one H.264 frame whose blocks are all stored uncompressed (“I_PCM”), which every decoder
 * must understand and which needs no encoder, in an MP4 that shows it for some seconds.
 */

const BLOCK = 16;
const STORED_BLOCK = 25; // the type of an uncompressed block in an I slice
const PROFILE = [66, 0xc0, 30] as const; // constrained baseline, level 3.0
const TIMESCALE = 1000;

/** A unit of the stream: its type, then its bits, with a 3 wherever they would look like the start of another unit. */
function unit(type: number, bits: Buffer): Buffer {
  const escaped: number[] = [type];
  let zeros = 0;
  for (const byte of bits) {
    if (zeros >= 2 && byte <= 3) {
      escaped.push(3);
      zeros = 0;
    }
    escaped.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(escaped);
}

function sequenceParameters(columns: number, rows: number): Buffer {
  const bits = new BitWriter();
  for (const byte of PROFILE) bits.put(byte, 8);
  bits.golomb(0).golomb(0).golomb(2).golomb(0).put(0, 1); // ids, 4-bit frame numbers, output in coding order, no references
  bits
    .golomb(columns - 1)
    .golomb(rows - 1)
    .put(0b11, 2)
    .put(0, 2); // frames only, no cropping, no usability information
  return unit(0x67, bits.finish());
}

function pictureParameters(): Buffer {
  const bits = new BitWriter().golomb(0).golomb(0).put(0, 2).golomb(0).golomb(0).golomb(0).put(0, 3);
  bits.golomb(0).golomb(0).golomb(0).put(0b100, 3); // initial quantisers; the slice says whether edges are smoothed
  return unit(0x68, bits.finish());
}

/** Luma and chroma of BT.601 in studio range: no byte is ever 0. */
function toYuv([red, green, blue]: Colour): [y: number, u: number, v: number] {
  return [
    Math.round(16 + 0.257 * red + 0.504 * green + 0.098 * blue),
    Math.round(128 - 0.148 * red - 0.291 * green + 0.439 * blue),
    Math.round(128 + 0.439 * red - 0.368 * green - 0.071 * blue),
  ];
}

function storedBlock({ width, pixels, palette }: Raster, left: number, top: number): Uint8Array {
  const block = new Uint8Array(384);
  const at = (x: number, y: number) => toYuv(palette[pixels[(top + y) * width + left + x] as number] as Colour);
  for (let i = 0; i < 256; i += 1) block[i] = at(i % BLOCK, i >> 4)[0];
  for (let i = 0; i < 64; i += 1) {
    const [, u, v] = at((i % 8) * 2, (i >> 3) * 2);
    block[256 + i] = u;
    block[320 + i] = v;
  }
  return block;
}

function frame(raster: Raster): Buffer {
  const bits = new BitWriter().golomb(0).golomb(7).golomb(0).put(0, 4).golomb(0).put(0, 2).golomb(0).golomb(1);
  for (let top = 0; top < raster.height; top += BLOCK) {
    for (let left = 0; left < raster.width; left += BLOCK) {
      bits
        .golomb(STORED_BLOCK)
        .align()
        .raw(storedBlock(raster, left, top));
    }
  }
  return unit(0x65, bits.finish());
}

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, i * 4);
  return bytes;
};
const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const zeros = (length: number): Buffer => Buffer.alloc(length);
const IDENTITY = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function sampleDescription(raster: Raster, sps: Buffer, pps: Buffer): Buffer {
  const configuration = Buffer.concat([
    Buffer.from([1, ...PROFILE, 0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  ]);
  const size = u16(raster.width, raster.height);
  const entry = [zeros(6), u16(1), zeros(16), size, u32(0x480000, 0x480000, 0), u16(1), zeros(32), u16(24, 0xffff)];
  return box('stsd', u32(0, 1), box('avc1', ...entry, box('avcC', configuration)));
}

function movie(
  raster: Raster,
  sample: Buffer,
  durationMs: number,
  units: { sps: Buffer; pps: Buffer },
  offset: number,
): Buffer {
  const table = box(
    'stbl',
    sampleDescription(raster, units.sps, units.pps),
    box('stts', u32(0, 1, 1, durationMs)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, 0, 1, sample.length)),
    box('stco', u32(0, 1, offset)),
  );
  const data = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))));
  const information = box('minf', box('vmhd', u32(1), zeros(8)), data, table);
  const handler = box('hdlr', u32(0, 0), 'vide', zeros(12), 'video\0');
  const media = box('mdia', box('mdhd', u32(0, 0, 0, TIMESCALE, durationMs), u16(0x55c4, 0)), handler, information);
  const track = box(
    'tkhd',
    u32(3, 0, 0, 1, 0, durationMs, 0, 0, 0, 0),
    IDENTITY,
    u32(raster.width << 16, raster.height << 16),
  );
  const head = box(
    'mvhd',
    u32(0, 0, 0, TIMESCALE, durationMs, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    IDENTITY,
    zeros(24),
    u32(2),
  );
  return box('moov', head, box('trak', track, media));
}

/** A picture, its edges multiples of 16, as a video that lasts a while. */
export function stillVideo(raster: Raster, durationMs: number): Buffer {
  const units = { sps: sequenceParameters(raster.width / BLOCK, raster.height / BLOCK), pps: pictureParameters() };
  const bytes = frame(raster);
  const sample = Buffer.concat([u32(bytes.length), bytes]);
  const type = box('ftyp', 'isom', u32(0x200), 'isomavc1mp41');
  const length = type.length + movie(raster, sample, durationMs, units, 0).length;
  return Buffer.concat([type, movie(raster, sample, durationMs, units, length + 8), box('mdat', sample)]);
}
