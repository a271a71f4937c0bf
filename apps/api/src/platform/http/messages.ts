import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { uuidV7 } from './uuid-v7';

export interface LoupeRequest extends IncomingMessage {
  /** As Express keeps it: the address before routers cut it. */
  originalUrl: string;
  params: Record<string, string>;
}

/** A response on our server: it has its request id from the moment it exists. */
export interface LoupeResponse extends ServerResponse {
  requestId: string;
  /** Before the addresses that a problem names; empty where the installation has not been told its own. */
  readonly publicUrl: string;
  /** Headers that are written with the head, names and values in turn. */
  fields: string[];
  /** Three times as fast as `setHeader`, which stores headers so that they can be looked up and removed. */
  setField(name: string, value: string): void;
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
    this.fields = ['x-request-id', this.requestId, 'x-content-type-options', 'nosniff'];
  }
  Request.prototype = app.request;
  Response.prototype = Object.assign(app.response, { publicUrl, setField, writeHead });
  // V8 sizes new objects by what the constructors up this chain assign; without it every message is grown piece by piece.
  Object.setPrototypeOf(Request, IncomingMessage);
  Object.setPrototypeOf(Response, ServerResponse);
  return { IncomingMessage: Request, ServerResponse: Response } as unknown as {
    IncomingMessage: typeof IncomingMessage;
    ServerResponse: typeof ServerResponse;
  };
}

function setField(this: LoupeResponse, name: string, value: string): void {
  const { fields } = this;
  let place = 0;
  while (place < fields.length && fields[place] !== name) place += 2;
  fields[place] = name;
  fields[place + 1] = value;
}

/** Node.js passes no headers when it writes the head itself. */
function writeHead(this: LoupeResponse, ...head: [status: number, ...headers: never[]]): ServerResponse {
  const { writeHead: write } = ServerResponse.prototype;
  if (head.length === 1) return Reflect.apply(write, this, [head[0], this.fields]);
  for (let place = 0; place < this.fields.length; place += 2)
    this.setHeader(this.fields[place]!, this.fields[place + 1]!);
  return Reflect.apply(write, this, head);
}
