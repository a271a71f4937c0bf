import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Express } from 'express';
import { uuidV7 } from './uuid-v7';

export interface LoupeRequest extends IncomingMessage {
  /** As Express keeps it: the address before routers cut it. */
  originalUrl: string;
  params: Record<string, string>;
}

export type ClosedListener = (response: LoupeResponse) => void;

/** A response on our server: it has its request id from the moment it exists. */
export interface LoupeResponse extends ServerResponse {
  requestId: string;
  /** Before the addresses that a problem names; empty where the installation has not been told its own. */
  readonly publicUrl: string;
  /** No other answer follows on its connection. */
  isLast: boolean;
  /** Headers that are written with the head, names and values in turn. */
  fields: string[];
  /** Three times as fast as `setHeader`, which stores headers so that they can be looked up and removed. */
  setField(name: string, value: string): void;
  /** Has `listener` called when the answer has left, or will not: each listener that Node.js keeps costs as much as what it does. */
  onceClosed(listener: ClosedListener): void;
  closedListeners: ClosedListener[] | undefined;
  /** Ends the answer with its only bytes; `sent` is called when nobody reads them any more. */
  endWith(body: Buffer, sent: () => void): void;
}

/** Node.js's own names, the same in all releases that are supported: what it does with an answer is told by them. */
interface Outgoing {
  /** The head as it is written; null before it is known. */
  _header: string | null;
  _headerSent: boolean;
  _expect_continue?: boolean;
}

/** How long an unused connection is kept, as each answer says. */
export const keepAliveMs = 65_000;

/** Up to this size copying a body behind its head takes less than handing the socket a second piece. */
const maxCopiedBytes = 16 * 1_024;
/** Heads have a few hundred. */
const maxHeadBytes = 4 * 1_024;
/** Whole answers are put together in it, one after the other: the kernel has taken one as a rule before the next is made. */
let workspace = newWorkspace();

function newWorkspace(): Buffer {
  return Buffer.allocUnsafeSlow(maxHeadBytes + maxCopiedBytes);
}

/**
 * Message classes for `http.createServer` whose prototypes are the application's own already. Express sets the prototype of
 * every request and response to those, and `Object.setPrototypeOf` is most of what Express costs: here it changes nothing.
 */
export function messageClasses(app: Express, publicUrl: string) {
  function Request(this: IncomingMessage, socket: Socket) {
    Reflect.apply(IncomingMessage as never, this, [socket]);
  }
  function Response(this: LoupeResponse, request: IncomingMessage, options: unknown) {
    Reflect.apply(ServerResponse as never, this, [request, options]);
    this.requestId = uuidV7();
    // No browser may take an answer for something other than what it says it is.
    this.closedListeners = undefined;
    this.fields = ['x-request-id', this.requestId, 'x-content-type-options', 'nosniff'];
  }
  Request.prototype = app.request;
  Response.prototype = Object.assign(app.response, {
    publicUrl,
    isLast: false,
    setField,
    writeHead,
    endWith,
    onceClosed,
  });
  // V8 sizes new objects by what the constructors up this chain assign; without it every message is grown piece by piece.
  Object.setPrototypeOf(Request, IncomingMessage);
  Object.setPrototypeOf(Response, ServerResponse);
  return { IncomingMessage: Request, ServerResponse: Response } as unknown as {
    IncomingMessage: typeof IncomingMessage;
    ServerResponse: typeof ServerResponse;
  };
}

/** Node.js would close the connection after an answer that has not asked for the body of its request. */
export function forgetExpectation(response: ServerResponse): ServerResponse {
  return Object.assign(response, { _expect_continue: false } satisfies Partial<Outgoing>);
}

function setField(this: LoupeResponse, name: string, value: string): void {
  const { fields } = this;
  let place = 0;
  while (place < fields.length && fields[place] !== name) place += 2;
  fields[place] = name;
  fields[place + 1] = value;
}

function onceClosed(this: LoupeResponse, listener: ClosedListener): void {
  if (this.closedListeners) this.closedListeners.push(listener);
  else {
    this.closedListeners = [listener];
    this.on('close', tellClosed);
  }
}

function tellClosed(this: LoupeResponse): void {
  const listeners = this.closedListeners ?? [];
  this.closedListeners = undefined;
  for (const listener of listeners) listener(this);
}

/** Node.js passes no headers when it writes the head itself. */
function writeHead(this: LoupeResponse, ...head: [status: number, ...headers: never[]]): ServerResponse {
  const { writeHead: write } = ServerResponse.prototype;
  if (this.isLast) this.shouldKeepAlive = false;
  if (head.length === 1) return Reflect.apply(write, this, [head[0], this.fields]);
  for (let place = 0; place < this.fields.length; place += 2)
    this.setHeader(this.fields[place]!, this.fields[place + 1]!);
  return Reflect.apply(write, this, head);
}

/**
 * What `end` does with an answer of which everything is known, for half of its time: Node.js checks and looks at each header, and gives
 * the socket three pieces. No field holds what a caller or the upstream has said, so there is nothing to check.
 */
function endWith(this: LoupeResponse & Outgoing, body: Buffer, sent: () => void): void {
  this.setField('content-length', `${body.length}`);
  const { socket } = this;
  if (!(this.req.socket instanceof Socket)) return void endElsewhere(this, body, sent);
  // An answer that waits for its turn on the connection, is the last one there or has nobody left to read it, and whatever has headers of
  // another kind.
  const isPlain = this.shouldKeepAlive && !this.isLast && this.req.method !== 'HEAD';
  if (!socket?.writable || !isPlain || this.headersSent || this.getHeaderNames().length > 0)
    return void endAsNode(this, body, sent);
  const head = headOf(this);
  this._header = head;
  this._headerSent = true;
  // One that encrypts may keep what it is given.
  if (socket.constructor !== Socket || body.length > maxCopiedBytes || head.length > maxHeadBytes) {
    socket.cork();
    socket.write(head, 'latin1');
    socket.write(body, sent);
    socket.uncork();
  } else {
    workspace.write(head, 'latin1');
    body.copy(workspace, head.length);
    sent();
    socket.write(workspace.subarray(0, head.length + body.length));
    // What a caller has not taken in yet must stay as it is.
    if (socket.writableLength > 0) workspace = newWorkspace();
  }
  this.end();
}

function endAsNode(response: LoupeResponse, body: Buffer, sent: () => void): void {
  if (response.destroyed) {
    sent();
    return void response.end();
  }
  // Of a write whose turn on the connection never comes, Node.js tells nobody.
  response.onceClosed(sent);
  response.end(body);
}

/** Streams in memory pass on the very bytes that they are given, and say that they are written before they are read. */
function endElsewhere(response: LoupeResponse, body: Buffer, sent: () => void): void {
  const own = Buffer.from(body);
  sent();
  response.end(own);
}

function headOf({ statusCode, fields }: LoupeResponse): string {
  let head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n`;
  for (let place = 0; place < fields.length; place += 2) head += `${fields[place]}: ${fields[place + 1]}\r\n`;
  return head + endOfHead();
}

let endOf = 0;
let end = '';

/** What all heads of this second end with. */
function endOfHead(): string {
  const seconds = Math.floor(Date.now() / 1_000);
  if (seconds === endOf) return end;
  endOf = seconds;
  end = `Date: ${new Date().toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAliveMs / 1_000}\r\n\r\n`;
  return end;
}
