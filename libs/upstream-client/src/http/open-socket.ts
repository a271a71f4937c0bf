import * as http from 'node:http';
import * as https from 'node:https';
import * as net from 'node:net';
import * as tls from 'node:tls';

/** To the upstream: straight, or through an HTTP proxy. */
export interface Route {
  readonly origin: URL;
  readonly proxy: URL | undefined;
  /** What the last TLS connection left for the next one to resume. */
  tlsSession?: Buffer | undefined;
}

const connectTimeoutMs = 10_000;
const probeAfterMs = 60_000;
/** All connections read into it, one after the other: what has arrived is dealt with before anything more is read. */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1_024);

/**
 * Opens a connection and gives what arrives on it to `onBytes`, where it may be overwritten after the call.
 * @throws {Error} when there is none within ten seconds
 */
export async function openSocket(route: Route, onBytes: (bytes: Buffer) => void): Promise<net.Socket> {
  const { origin, proxy } = route;
  const tunnel = proxy && (await openTunnel(proxy, `${origin.hostname}:${portOf(origin)}`));
  const address = { host: hostOf(origin), port: portOf(origin) };
  // Node.js takes no buffer for what comes through another socket.
  const reading = tunnel
    ? { socket: tunnel }
    : { onread: { buffer: readBuffer, callback: (length: number) => takeRead(length, onBytes) } };
  const socket =
    origin.protocol === 'https:'
      ? await connected(tls.connect({ ...address, ...reading, ...tlsOptionsOf(route) }), 'secureConnect')
      : (tunnel ?? (await connected(net.connect({ ...address, ...reading }), 'connect')));
  if (tunnel) socket.on('data', onBytes);
  if (socket instanceof tls.TLSSocket) {
    socket.on('session', (session) => {
      route.tlsSession = session;
    });
  }
  return socket.setNoDelay().setKeepAlive(true, probeAfterMs);
}

function takeRead(length: number, onBytes: (bytes: Buffer) => void): true {
  onBytes(readBuffer.subarray(0, length));
  return true;
}

function tlsOptionsOf({ origin, tlsSession }: Route): tls.ConnectionOptions {
  const host = hostOf(origin);
  return {
    ALPNProtocols: ['http/1.1'],
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(tlsSession && { session: tlsSession }),
  };
}

function connected<Socket extends net.Socket>(socket: Socket, event: 'connect' | 'secureConnect'): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(tooLate()), connectTimeoutMs);
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection was closed'));
    });
    socket.once(event, () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

function openTunnel(proxy: URL, authority: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const { request } = proxy.protocol === 'https:' ? https : http;
    const connecting = request({
      host: hostOf(proxy),
      port: portOf(proxy),
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...credentialsOf(proxy) },
      agent: false,
    });
    const timer = setTimeout(() => connecting.destroy(tooLate()), connectTimeoutMs);
    connecting.once('error', reject);
    connecting.once('close', () => clearTimeout(timer));
    connecting.once('connect', ({ statusCode }, socket) => {
      clearTimeout(timer);
      // What is sent through it may be encrypted: who does that hears of its end, but not of its errors.
      socket.on('error', () => undefined);
      if (statusCode === 200) return resolve(socket as net.Socket);
      socket.destroy();
      reject(new Error(`the proxy answers ${statusCode}`));
    });
    connecting.end();
  });
}

function credentialsOf({ username, password }: URL): http.OutgoingHttpHeaders {
  if (username === '') return {};
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { 'proxy-authorization': `Basic ${credentials.toString('base64')}` };
}

const tooLate = () => new Error(`no connection within ${connectTimeoutMs / 1_000} s`);
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');
const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));
