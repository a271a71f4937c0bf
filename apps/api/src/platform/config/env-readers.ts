import { InvalidValue, type Reader } from '@loupe/dto';

export const text: Reader<string> = (value) => value;

export function url(...protocols: string[]): Reader<string> {
  const wanted = protocols.map((protocol) => `${protocol}://`).join(' or ');
  return (value) => {
    if (!URL.canParse(value)) return new InvalidValue(`must be a URL that begins with ${wanted}`);
    const given = new URL(value).protocol.slice(0, -1);
    return protocols.includes(given) ? value : new InvalidValue(`must be a URL that begins with ${wanted}`);
  };
}

/** Where people write to: an email address, or a page that says how. */
export const contact: Reader<string> = (value) =>
  /^[^\s@<>"]+@[^\s@<>"]+$/.test(value) || (/^https?:\/\/[^\s<>")]+$/.test(value) && URL.canParse(value))
    ? value
    : new InvalidValue('must be an email address or a URL that begins with http:// or https://');

/** Several secrets, newest first, separated by commas: the first one seals, all of them open. */
export const secrets: Reader<string[]> = (value) => {
  const list = value.split(',').map((secret) => secret.trim());
  return list.every((secret) => secret.length >= 32)
    ? list
    : new InvalidValue('must be one or more secrets of at least 32 characters, separated by commas, newest first');
};

export const list: Reader<string[]> = (value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
