import { InvalidValue, type Reader } from '@loupe/dto';
import { parseAddressRange } from '../address-ranges';

export const text: Reader<string> = (value) => value;

/** URLs may hold passwords, so no message repeats a part of the value. */
export function url(...protocols: string[]): Reader<string> {
  const beginnings = protocols.map((protocol) => `${protocol}://`);
  return (value) => {
    if (!beginnings.some((beginning) => value.toLowerCase().startsWith(beginning)))
      return new InvalidValue(`must be a URL that begins with ${beginnings.join(' or ')}`);
    const error = urlError(value);
    return error === undefined ? value : new InvalidValue(error);
  };
}

function urlError(value: string): string | undefined {
  if (/\s/.test(value)) return 'must not contain spaces or line breaks; write a space as %20';
  if (/%(?![0-9a-f]{2})/i.test(value))
    return 'has a % that two hexadecimal digits do not follow; write the character % as %25';
  if (/^\w+:\/\/([^/?#]*@)?(:\d*)?([/?#]|$)/.test(value) && !/[?&]host=./.test(value)) return 'names no host';
  if (!URL.canParse(value))
    return 'is not a valid URL; check host and port, and write special characters of a name or password as %XX, such as %2F for /';
  const { username, password, pathname } = new URL(value);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
  } catch {
    return 'has an escape such as %FF that is not UTF-8';
  }
  return undefined;
}

/** Drops the trailing slash, because paths are appended. */
export const baseUrl: Reader<string> = (value) => {
  const given = url('http', 'https')(value);
  return given instanceof InvalidValue ? given : given.replace(/\/$/, '');
};

/** OpenID Connect requires TLS. Plain HTTP is for tests on one machine. */
export const issuer: Reader<string> = (value) => {
  const given = url('http', 'https')(value);
  if (given instanceof InvalidValue) return given;
  const { protocol, hostname, search, hash } = new URL(given);
  if (search || hash) return new InvalidValue('must be an issuer, without ? and #');
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? given
    : new InvalidValue('must begin with https://, unless the provider runs on this machine');
};

export const contact: Reader<string> = (value) =>
  /^[^\s@<>"]+@[^\s@<>"]+$/.test(value) || (/^https?:\/\/[^\s<>")]+$/.test(value) && URL.canParse(value))
    ? value
    : new InvalidValue('must be an email address or a URL that begins with http:// or https://');

/** Names a wrong entry by its position, because a value in the wrong variable may be a secret. */
export const addressRanges: Reader<string[]> = (value) => {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
  const wrong = entries.findIndex((entry) => !parseAddressRange(entry));
  return wrong < 0
    ? entries
    : new InvalidValue(
        `must be IP addresses or CIDR ranges such as 10.0.0.0/8, separated by commas; entry ${wrong + 1} is neither`,
      );
};

/** Comma-separated secrets, newest first. The first secret encrypts, and every secret decrypts. */
export const secrets: Reader<string[]> = (value) => {
  const entries = value.split(',').map((secret) => secret.trim());
  return entries.every((secret) => secret.length >= 32)
    ? entries
    : new InvalidValue('must be one or more secrets of at least 32 characters, separated by commas, newest first');
};

/** No message repeats a part of the value. */
export const stripeKey: Reader<string> = (value) =>
  /^(sk|rk)_(test|live)_\w+$/.test(value)
    ? value
    : new InvalidValue('must be a secret or restricted key of Stripe, which begins with sk_ or rk_');

export const stripeWebhookSecret: Reader<string> = (value) =>
  /^whsec_\S+$/.test(value)
    ? value
    : new InvalidValue('must be the signing secret of an endpoint, which begins with whsec_');
