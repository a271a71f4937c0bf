import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';

/** To the upstream: straight, or through an HTTP proxy. */
export interface Route {
  readonly origin: URL;
  readonly proxy: URL | undefined;
  readonly connectTimeoutMs: number;
  /** What the last TLS connection left for the next one to resume. */
  tlsSession?: Buffer | undefined;
}

const probeAfterMs = 60_000;
/**
 * All connections read into it, one after the other: what has arrived is dealt with before anything more is read. Only the
 * beginning of a long body passes through it.
 */
const readBuffer = Buffer.allocUnsafeSlow(64 * 1_024);

/** Who reads what arrives on a connection. */
export interface Reader {
  /** Where the next bytes are wanted. They come to `read` from there; without it, they may be overwritten after the call. */
  readonly room: Buffer | undefined;
  read(bytes: Buffer): void;
}

/**
 * Opens a connection.
 * @throws {Error} when there is none, or the signal says to give up
 */
export async function openSocket(route: Route, reader: Reader, signal: AbortSignal): Promise<net.Socket> {
  const { origin, proxy } = route;
  const tunnel = proxy && (await openTunnel(proxy, `${origin.hostname}:${portOf(origin)}`, signal));
  // Node.js takes no buffer for what comes through another socket.
  const reading = tunnel
    ? { socket: tunnel }
    : {
        onread: {
          buffer: () => reader.room ?? readBuffer,
          callback: (length: number, bytes: Buffer) => takeRead(bytes.subarray(0, length), reader),
        },
      };
  const options = { host: hostOf(origin), port: portOf(origin), ...reading };
  const isTls = origin.protocol === 'https:';
  const socket = isTls ? connectTls(route, options) : (tunnel ?? net.connect(options));
  if (isTls || !tunnel) await opened(socket, isTls ? 'secureConnect' : 'connect', signal);
  if (tunnel) socket.on('data', (bytes) => reader.read(bytes));
  return socket.setNoDelay().setKeepAlive(true, probeAfterMs);
}

function takeRead(bytes: Buffer, reader: Reader): true {
  reader.read(bytes);
  return true;
}

function connectTls(route: Route, options: tls.ConnectionOptions): tls.TLSSocket {
  const { origin, tlsSession } = route;
  const socket = tls.connect({
    ...options,
    ALPNProtocols: ['http/1.1'],
    servername: serverNameOf(origin),
    ...(tlsSession && { session: tlsSession }),
  });
  const keepSessions = () =>
    socket.on('session', (session) => {
      route.tlsSession = session;
    });
  // Not before: where the first of several addresses does not answer, the next one is tried with all of TLS anew.
  if (options.socket) keepSessions();
  else socket.once('connect', keepSessions);
  return socket;
}

async function openTunnel(proxy: URL, authority: string, signal: AbortSignal): Promise<net.Socket> {
  const { request } = proxy.protocol === 'https:' ? https : http;
  const asking = request({
    host: hostOf(proxy),
    port: portOf(proxy),
    // Otherwise the certificate of the proxy would have to be one of the upstream, which the header `host` names.
    servername: serverNameOf(proxy),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...credentialsOf(proxy) },
    agent: false,
  } as https.RequestOptions);
  asking.end();
  const [{ statusCode }, socket, more] = (await opened(asking, 'connect', signal)) as [
    http.IncomingMessage,
    net.Socket,
    Buffer,
  ];
  // What is sent through it may be encrypted: who does that hears of its end, but not of its errors.
  socket.on('error', () => undefined);
  if (statusCode === 200 && more.length === 0) return socket;
  socket.destroy();
  throw new Error(`the proxy answers ${statusCode}${more.length > 0 ? ' and more' : ''}`);
}

/** Waits for the event that says so, and gives what comes with it. What fails, or is still being opened when the signal comes, is ended. */
async function opened(
  opening: net.Socket | http.ClientRequest,
  event: string,
  signal: AbortSignal,
): Promise<unknown[]> {
  const giveUp = () => opening.destroy(signal.reason);
  signal.addEventListener('abort', giveUp);
  // Of a tunnel that breaks, several may come one after the other.
  opening.on('error', () => undefined);
  try {
    const isOpen = new Promise<unknown[]>((resolve, reject) => {
      opening.once(event, (...words) => resolve(words));
      opening.once('error', reject);
      opening.once('close', () => reject(new Error('the connection was closed')));
    });
    if (signal.aborted) giveUp();
    return await isOpen;
  } catch (error) {
    opening.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function credentialsOf({ username, password }: URL): http.OutgoingHttpHeaders {
  if (username === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { 'proxy-authorization': `Basic ${credentials.toString('base64')}` };
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');
const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Addresses have none. */
function serverNameOf(url: URL): string {
  const host = hostOf(url);
  return net.isIP(host) === 0 ? host : '';
}
