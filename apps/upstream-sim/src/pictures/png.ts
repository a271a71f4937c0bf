import { crc32, deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const frameBytes = 12; // the length and type before a chunk's data, and the checksum after it

function chunksOf(png: Buffer): ReadonlyMap<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + frameBytes;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.alloc(data.length + frameBytes);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  data.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length);
  return framed;
}

/** Scales a picture and crops it around its centre. Supports only PNGs with one byte per pixel and no filters. */
export function resizedPng(png: Buffer, width: number, height: number): Buffer {
  const chunks = chunksOf(png);
  const part = (type: string): Buffer => chunks.get(type) ?? Buffer.alloc(0);
  const header = Buffer.from(part('IHDR'));
  const [fromWidth, fromHeight] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const scale = Math.min(fromWidth / width, fromHeight / height);
  const left = (fromWidth - width * scale) / 2;
  const top = (fromHeight - height * scale) / 2;
  const columns = Array.from({ length: width }, (_, x) => Math.floor(left + x * scale));
  const pixels = inflateSync(part('IDAT'));
  const resized = Buffer.alloc((width + 1) * height); // each row begins with its filter, which is 0
  for (let y = 0; y < height; y += 1) {
    const from = Math.floor(top + y * scale) * (fromWidth + 1) + 1;
    const to = y * (width + 1) + 1;
    for (let x = 0; x < width; x += 1) resized[to + x] = pixels[from + (columns[x] as number)] as number;
  }
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const data = deflateSync(resized, { level: 1 });
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', part('PLTE')),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
