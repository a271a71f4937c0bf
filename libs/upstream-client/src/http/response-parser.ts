/** What its head says of an answer, as far as anybody wants to know. */
export interface ResponseHead {
  readonly status: number;
  /** Of the body: `gzip`. */
  readonly encoding: string | undefined;
  readonly location: string | undefined;
  /** Of the body in bytes, where the head says it. */
  readonly length: number | undefined;
  /** The connection takes another request afterwards. */
  readonly isKeptAlive: boolean;
  /** How long the server promises to keep an unused connection. */
  readonly keptForSeconds: number | undefined;
}

export interface Receiver {
  onHead(head: ResponseHead): void;
  /**
   * @param bytes a part of the body, which may be overwritten after the call
   * @param knownBytes how many of the body are certain to follow, these included, in one answer that comes to its end
   */
  onBody(bytes: Buffer, knownBytes: number): void;
  onEnd(): void;
}

/** It is not HTTP/1.1, or could be taken for two different answers. */
export class MalformedResponse extends Error {}

const maxHeadBytes = 32 * 1_024;
const maxInterimHeads = 8;
const maxLineBytes = 1_024;
const nothing = Buffer.alloc(0);

const wellFormed =
  /^HTTP\/1\.[01] [1-9]\d\d(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*)*$/;
const trailerLine = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*)?$/;
const outerSpace = /^[ \t]+|[ \t]+$/g;
const wantedFields =
  /\r\n(connection|content-encoding|content-length|keep-alive|location|transfer-encoding):([^\r]*)/gi;
const chunkLine =
  /^([0-9a-f]{1,12})(?:;[!#$%&'*+.^_`|~0-9a-z-]+(?:=(?:[!#$%&'*+.^_`|~0-9a-z-]+|"[\t\x20\x21\x23-\x5b\x5d-\x7e]*"))?)*$/i;

type State = 'head' | 'counted' | 'chunk line' | 'chunk' | 'chunk end' | 'trailer' | 'until close' | 'over';

/**
 * Reads answers of HTTP/1.1 (RFC 9112) from the bytes of a connection, however they are cut: first the head, then the body as its
 * length, its chunks or the end of the connection bound it. Stricter than the standard has to be: what proxies and servers are known
 * to read in different ways is refused.
 */
export class ResponseParser {
  private state: State = 'over';
  /** The beginning of a head or line that has not arrived whole. */
  private partial = nothing;
  /** What is still to come of the body, or of the chunk. */
  private leftBytes = 0;
  private interimHeads = 0;

  constructor(private readonly receiver: Receiver) {}

  /** A request has been sent: its answer is what comes next. */
  expect(): void {
    this.state = 'head';
    this.partial = nothing;
    this.interimHeads = 0;
  }

  /** @throws {MalformedResponse}, and whatever the receiver throws */
  read(arrived: Buffer): void {
    const bytes = this.partial.length > 0 ? Buffer.concat([this.partial, arrived]) : arrived;
    this.partial = nothing;
    for (let at = 0; at < bytes.length; ) {
      const next = this.readOn(bytes, at);
      if (next < 0) {
        this.partial = Buffer.from(bytes.subarray(at));
        return;
      }
      at = next;
    }
  }

  /** The connection has ended in good order, which is the end of an answer that nothing else bounds. */
  end(): void {
    if (this.state === 'until close') this.finish();
  }

  /** @returns how far it came; -1 when it needs more than there is. */
  private readOn(bytes: Buffer, at: number): number {
    switch (this.state) {
      case 'head':
        return this.readHead(bytes, at);
      case 'counted':
      case 'chunk':
        return this.readCounted(bytes, at);
      case 'until close':
        this.receiver.onBody(bytes.subarray(at), bytes.length - at);
        return bytes.length;
      case 'over':
        throw new MalformedResponse('bytes that nobody asked for');
      default:
        return this.readLine(bytes, at);
    }
  }

  private readHead(bytes: Buffer, at: number): number {
    const end = bytes.indexOf('\r\n\r\n', at, 'latin1');
    if ((end < 0 ? bytes.length : end) - at > maxHeadBytes) throw new MalformedResponse('a head without end');
    if (end < 0) return -1;
    const text = bytes.toString('latin1', at, end);
    if (!wellFormed.test(text)) throw new MalformedResponse('a head that is not HTTP/1.1');
    const status = Number(text.slice(9, 12));
    if (status === 101) throw new MalformedResponse('another protocol');
    if (status >= 200) this.beginBody(status, text);
    else if (++this.interimHeads > maxInterimHeads) throw new MalformedResponse('interim answers without end');
    else if (announcesBody(text)) throw new MalformedResponse('an interim answer with a body');
    return end + 4;
  }

  private beginBody(status: number, text: string): void {
    const { connection, encoding, keepAlive, length, location, transfer } = fieldsOf(text);
    const coding = transfer?.toLowerCase();
    const isHttp10 = text.charCodeAt(7) === 0x30;
    if (coding !== undefined && (coding !== 'chunked' || length !== undefined || isHttp10))
      throw new MalformedResponse(`transfer-encoding ${coding} is not understood here`);
    if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new MalformedResponse(`content-length ${length}`);
    const isEmpty = status === 204 || status === 304;
    if (isEmpty && (coding !== undefined || Number(length ?? 0) > 0))
      throw new MalformedResponse(`a body with status ${status}`);
    const isBounded = isEmpty || coding !== undefined || length !== undefined;
    const keptFor = /timeout=(\d{1,6})/i.exec(keepAlive)?.[1];
    this.receiver.onHead({
      status,
      encoding,
      location,
      length: length === undefined ? undefined : Number(length),
      // After one without a body, some servers send a body all the same.
      isKeptAlive: isBounded && !isEmpty && !isHttp10 && !/\bclose\b/i.test(connection),
      keptForSeconds: keptFor === undefined ? undefined : Number(keptFor),
    });
    this.leftBytes = Number(length ?? 0);
    if (!isBounded) this.state = 'until close';
    else if (coding !== undefined) this.state = 'chunk line';
    else if (this.leftBytes > 0) this.state = 'counted';
    else this.finish();
  }

  private readCounted(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.leftBytes);
    this.receiver.onBody(bytes.subarray(at, end), this.leftBytes);
    this.leftBytes -= end - at;
    if (this.leftBytes > 0) return end;
    if (this.state === 'chunk') this.state = 'chunk end';
    else this.finish();
    return end;
  }

  /** Of those between chunks, and after the last of them. */
  private readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf('\r\n', at, 'latin1');
    if ((end < 0 ? bytes.length : end) - at > maxLineBytes) throw new MalformedResponse('a line without end');
    if (end < 0) return -1;
    const line = bytes.toString('latin1', at, end);
    if (this.state === 'chunk line') this.beginChunk(line);
    else if (this.state === 'trailer') this.skipTrailer(line);
    else if (line === '') this.state = 'chunk line';
    else throw new MalformedResponse('a chunk that is longer than it says');
    return end + 2;
  }

  private beginChunk(line: string): void {
    const size = chunkLine.exec(line)?.[1];
    if (size === undefined) throw new MalformedResponse('a chunk without its size');
    this.leftBytes = Number.parseInt(size, 16);
    if (this.leftBytes > 0) this.state = 'chunk';
    else {
      this.state = 'trailer';
      this.leftBytes = maxHeadBytes;
    }
  }

  private skipTrailer(line: string): void {
    if (!trailerLine.test(line)) throw new MalformedResponse('a trailer that is no field');
    this.leftBytes -= line.length + 2;
    if (this.leftBytes < 0) throw new MalformedResponse('trailers without end');
    if (line === '') this.finish();
  }

  private finish(): void {
    this.state = 'over';
    this.receiver.onEnd();
  }
}

function announcesBody(head: string): boolean {
  const { length = '0', transfer } = fieldsOf(head);
  return transfer !== undefined || length !== '0';
}

interface Fields {
  connection: string;
  encoding: string | undefined;
  keepAlive: string;
  length: string | undefined;
  location: string | undefined;
  transfer: string | undefined;
}

function fieldsOf(head: string): Fields {
  const fields: Fields = {
    connection: '',
    encoding: undefined,
    keepAlive: '',
    length: undefined,
    location: undefined,
    transfer: undefined,
  };
  // Without matches, of which each would be a list of strings.
  for (wantedFields.lastIndex = 0; wantedFields.test(head); ) {
    const end = wantedFields.lastIndex;
    const start = head.lastIndexOf('\n', end) + 1;
    const colon = head.indexOf(':', start);
    addField(fields, head.slice(start, colon).toLowerCase(), head.slice(colon + 1, end).replace(outerSpace, ''));
  }
  return fields;
}

function addField(fields: Fields, name: string, value: string): void {
  switch (name) {
    case 'connection':
      fields.connection += `${value},`;
      break;
    case 'content-encoding':
      fields.encoding = fields.encoding === undefined ? value : `${fields.encoding}, ${value}`;
      break;
    case 'content-length':
      if (fields.length !== undefined && fields.length !== value)
        throw new MalformedResponse(`content-length ${fields.length} and ${value}`);
      fields.length = value;
      break;
    case 'keep-alive':
      fields.keepAlive = value;
      break;
    case 'location':
      fields.location = value;
      break;
    default:
      fields.transfer = fields.transfer === undefined ? value : `${fields.transfer}, ${value}`;
  }
}
