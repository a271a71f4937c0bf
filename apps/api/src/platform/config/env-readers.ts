import { InvalidValue, type Reader } from '@loupe/dto';

export const text: Reader<string> = (value) => value;

export function url(...protocols: string[]): Reader<string> {
  const message = `must be a URL that begins with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`;
  return (value) => {
    const protocol = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : '';
    return protocols.includes(protocol) ? value : new InvalidValue(message);
  };
}

/** Drops the trailing slash, because paths are appended. */
export const baseUrl: Reader<string> = (value) => {
  const given = url('http', 'https')(value);
  return given instanceof InvalidValue ? given : given.replace(/\/$/, '');
};

export const contact: Reader<string> = (value) =>
  /^[^\s@<>"]+@[^\s@<>"]+$/.test(value) || (/^https?:\/\/[^\s<>")]+$/.test(value) && URL.canParse(value))
    ? value
    : new InvalidValue('must be an email address or a URL that begins with http:// or https://');

export const list: Reader<string[]> = (value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Comma-separated secrets, newest first. The first secret encrypts, and every secret decrypts. */
export const secrets: Reader<string[]> = (value) => {
  const entries = value.split(',').map((secret) => secret.trim());
  return entries.every((secret) => secret.length >= 32)
    ? entries
    : new InvalidValue('must be one or more secrets of at least 32 characters, separated by commas, newest first');
};
