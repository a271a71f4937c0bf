import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AnyJson } from '../support/send';
import type { Browser } from './dashboard-world';

/** Adds a passkey to the user of a browser. */
export async function addPasskey(
  browser: Browser,
  device = new PasskeyDevice(),
  name = 'Laptop',
  circumstances = {},
): Promise<PasskeyDevice> {
  const credential = device.create((await browser.post('/passkeys/options')).json, circumstances);
  const { status, text } = await browser.post('/passkeys', { name, credential });
  if (status !== 201) throw new Error(`no passkey was added: ${status} ${text}`);
  return device;
}

/** The address of an installation without PUBLIC_URL. */
const ownOrigin = 'http://localhost:3000';

interface Circumstances {
  readonly origin?: string;
  readonly host?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  /** CBOR of the attestation statement. */
  readonly format?: string;
}

/** An authenticator that holds one passkey, as WebAuthn describes it. */
export class PasskeyDevice {
  readonly id = randomBytes(32).toString('base64url');
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private handle = '';
  private uses = 0;

  /** What a browser answers to the options of a registration. */
  create({ public_key: options }: AnyJson, circumstances: Circumstances = {}) {
    this.handle = options.user.id;
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const publicKey = cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x!, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y!, 'base64url'))],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, publicKey]);
    const attestationObject = cborMap([
      [cborText('fmt'), cborText(circumstances.format ?? 'none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(this.authenticatorData(options.rp.id, circumstances, attested))],
    ]).toString('base64url');
    const clientDataJSON = clientData('create', options.challenge, circumstances);
    return this.credential({ attestationObject, clientDataJSON, transports: ['internal'] });
  }

  /** What a browser answers to the options of a use. */
  get({ public_key: options }: AnyJson, circumstances: Circumstances = {}) {
    const data = this.authenticatorData(options.rpId, circumstances);
    const clientDataJSON = clientData('get', options.challenge, circumstances);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.credential({
      authenticatorData: data.toString('base64url'),
      clientDataJSON,
      signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
      userHandle: this.handle,
    });
  }

  private credential(response: object) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private authenticatorData(host: string, circumstances: Circumstances, attested = Buffer.alloc(0)): Buffer {
    const { isVerified = true, counter = ++this.uses } = circumstances;
    const [present, verified, hasKey] = [1, isVerified ? 4 : 0, attested.length > 0 ? 64 : 0];
    const flagsAndCounter = Buffer.alloc(5);
    flagsAndCounter.writeUInt8(present + verified + hasKey);
    flagsAndCounter.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(circumstances.host ?? host)), flagsAndCounter, attested]);
  }
}

function clientData(type: 'create' | 'get', challenge: string, { origin = ownOrigin }: Circumstances): string {
  const data = { type: `webauthn.${type}`, challenge, origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** The few forms of CBOR (RFC 8949) that an authenticator needs. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
