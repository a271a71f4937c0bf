import { mix, salt } from '../world/chance';

/** Encodes offsets of a list as cursors. `read` returns `undefined` for text that `write` did not make. */
export interface CursorKind {
  write(offset: number): string;
  read(text: string): number | undefined;
}

const checkSalt = salt('cursor');

function sealedBytes(list: number, offset: number, words: number): Buffer {
  const bytes = Buffer.alloc(8 + words * 4);
  bytes.writeUInt32BE((offset ^ mix(checkSalt, list)) >>> 0, 0);
  bytes.writeUInt32BE(mix(checkSalt, list, offset), 4);
  for (let i = 0; i < words; i += 1) bytes.writeUInt32BE(mix(checkSalt, list, offset, i + 1), 8 + i * 4);
  return bytes;
}

function opened(bytes: Buffer, list: number, text: string, write: CursorKind['write']): number | undefined {
  if (bytes.length < 8) return undefined;
  const offset = (bytes.readUInt32BE(0) ^ mix(checkSalt, list)) >>> 0;
  return write(offset) === text ? offset : undefined;
}

/** A prefix such as `QVFE`, followed by base64. The cursor is bound to its list. */
export function opaqueCursor(family: 'QVFB' | 'QVFC' | 'QVFD' | 'QVFE', list: number): CursorKind {
  const write = (offset: number): string => family + sealedBytes(list, offset, 13).toString('base64');
  return { write, read: (text) => opened(Buffer.from(text.slice(family.length), 'base64'), list, text, write) };
}

/** 32 hexadecimal digits, bound to its list. */
export function hexCursor(list: number): CursorKind {
  const write = (offset: number): string => sealedBytes(list, offset, 2).toString('hex');
  return { write, read: (text) => opened(Buffer.from(text, 'hex'), list, text, write) };
}

/** A plain number in a string, such as `"25"`. Any offset is accepted. */
export const offsetCursor: CursorKind = {
  write: String,
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
};

/** 17 digits that look like a comment's id, bound to its list. */
export function digitsCursor(list: number): CursorKind {
  const first = 17_950_000_000_000_001n + BigInt(mix(checkSalt, list)) * 100_000n;
  return {
    write: (offset) => String(first + BigInt(offset) * 2n),
    read: (text) => {
      const offset = /^\d{17}$/.test(text) ? BigInt(text) - first : -1n;
      return offset >= 0n && offset < 100_000n && offset % 2n === 0n ? Number(offset / 2n) : undefined;
    },
  };
}

/** A JSON document in a string, which must be sent back unchanged. */
export function rankedCommentsCursor(list: number): CursorKind {
  const digits = digitsCursor(list);
  const write = (offset: number): string => {
    const token = sealedBytes(list, offset, 8).toString('base64url');
    return `{"cached_comments_cursor": "${digits.write(offset)}", "bifilter_token": "Gg_${token}="}`;
  };
  return {
    write,
    read: (text) => {
      const offset = digits.read(/^\{"cached_comments_cursor": "(\d+)"/.exec(text)?.[1] ?? '');
      return offset !== undefined && write(offset) === text ? offset : undefined;
    },
  };
}
