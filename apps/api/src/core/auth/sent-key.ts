import type { IncomingMessage } from 'node:http';
import { apiKeyLength, isWellFormedApiKey, testKeyLength } from './api-key-format';
import { KeyRefusal } from './key-refusal';

const right = 'Send it in the x-api-key header, or as Authorization: Bearer loupe_….';
const keyInQuery = /[?&](?:(?:x[-_]?)?(?:api[-_]?)?key|(?:access[-_]?)?token)=|loupe_\w{8}/i;

/**
 * The well-formed key of a request, from `x-api-key` or a bearer token.
 * @returns a refusal that says what was sent, never the sent text, when there is no such key
 */
export function readSentKey({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string | KeyRefusal {
  const own = `${headers['x-api-key'] ?? ''}`.trim();
  const [, scheme = '', credentials = ''] = /^(\S+) *(.*)$/.exec(headers.authorization?.trim() ?? '') ?? [];
  const bearer = scheme.toLowerCase() === 'bearer' ? credentials : '';
  if (own !== '' && bearer !== '' && own !== bearer) return twoKeys;
  const text = own || bearer;
  if (text === '') return noKey(scheme, url ?? '');
  const place = own === '' ? 'The bearer token' : 'The x-api-key header';
  return isWellFormedApiKey(text) ? text : malformedKey(place, text);
}

const twoKeys = new KeyRefusal(
  'This request has one key in x-api-key and another in Authorization: Bearer. Send only one of the two headers.',
);

/** Not counted against an address: without a key nothing can be guessed. */
export function hasNoKey(refusal: KeyRefusal): boolean {
  return refusal === twoKeys || refusal.detail.startsWith(none);
}

const none = 'This request has no API key in its headers';

function noKey(scheme: string, url: string): KeyRefusal {
  return new KeyRefusal(`${none}${seenInstead(scheme, url)}. ${right}`);
}

function seenInstead(scheme: string, url: string): string {
  if (/^loupe_/i.test(scheme)) return ': Authorization needs the word Bearer before the key';
  if (/^bearer$/i.test(scheme)) return ': Authorization has the word Bearer, but no key behind it';
  if (/^[a-z]{1,20}$/i.test(scheme)) return `: Authorization has the scheme ${scheme}, which Loupe does not use`;
  if (scheme !== '') return ': Authorization has no scheme that Loupe uses';
  if (keyInQuery.test(url)) return ': a key belongs there, not in the query, because URLs end up in logs';
  return '';
}

function malformedKey(place: string, text: string): KeyRefusal {
  const forms = `A key starts with loupe_ and has ${apiKeyLength} characters; a test key starts with loupe_test_ and has ${testKeyLength}. Copy the whole key.`;
  return new KeyRefusal(`${place} does not contain a complete API key: ${faultOf(text)}. ${forms}`);
}

function faultOf(text: string): string {
  if (/^bearer\s/i.test(text)) return 'it begins with the word Bearer, which belongs in Authorization only';
  if (/^["'<].*["'>]$/.test(text)) return 'the key is in quotes or brackets';
  if (/^\$|\{/.test(text)) return 'it looks like a variable that was not replaced';
  if (!text.startsWith('loupe_')) return `it has ${text.length} characters and does not start with loupe_`;
  const expected = text.startsWith('loupe_test_') ? testKeyLength : apiKeyLength;
  if (text.length !== expected) return `it has ${text.length} characters instead of ${expected}`;
  return 'its length is right, but a character is wrong';
}
