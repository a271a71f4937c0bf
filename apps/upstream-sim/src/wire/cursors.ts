import { mix, salt } from '../world/chance';

/** How one kind of list writes its places into cursors. Reading anything that it did not write gives `undefined`. */
export interface CursorKind {
  write(offset: number): string;
  read(text: string): number | undefined;
}

const CHECK = salt('cursor');

/** Offset, a check over offset and list, and letters to fill up: 8 bytes and `length` more, all in hexadecimal order. */
function sealedBytes(list: number, offset: number, length: number): Buffer {
  const bytes = Buffer.alloc(8 + length * 4);
  bytes.writeUInt32BE((offset ^ mix(CHECK, list)) >>> 0, 0);
  bytes.writeUInt32BE(mix(CHECK, list, offset), 4);
  for (let i = 0; i < length; i += 1) bytes.writeUInt32BE(mix(CHECK, list, offset, i + 1), 8 + i * 4);
  return bytes;
}

function openBytes(bytes: Buffer, list: number, length: number): number | undefined {
  if (bytes.length !== 8 + length * 4) return undefined;
  const offset = (bytes.readUInt32BE(0) ^ mix(CHECK, list)) >>> 0;
  return sealedBytes(list, offset, length).equals(bytes) ? offset : undefined;
}

/** `QVFE…`: base64 with a family prefix, bound to its list. */
export function opaqueCursor(family: 'QVFB' | 'QVFC' | 'QVFD' | 'QVFE', list: number): CursorKind {
  return {
    write: (offset) => family + sealedBytes(list, offset, 13).toString('base64'),
    read: (text) =>
      text.startsWith(family) ? openBytes(Buffer.from(text.slice(family.length), 'base64'), list, 13) : undefined,
  };
}

/** 32 hexadecimal digits, bound to their list. */
export function hexCursor(list: number): CursorKind {
  return {
    write: (offset) => sealedBytes(list, offset, 2).toString('hex'),
    read: (text) => (/^[0-9a-f]{32}$/.test(text) ? openBytes(Buffer.from(text, 'hex'), list, 2) : undefined),
  };
}

/** A plain number in a string: `"25"`. Numbers that are no page's beginning are read all the same. */
export const OFFSET_CURSOR: CursorKind = {
  write: String,
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
};
