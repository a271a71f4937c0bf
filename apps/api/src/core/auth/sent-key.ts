import type { IncomingMessage } from 'node:http';
import {
  apiKeyLength,
  isWellFormedApiKey,
  isWellFormedManagementToken,
  managementTokenLength,
  testKeyLength,
} from './api-key-format';
import { KeyRefusal } from './key-refusal';

/** What a route accepts. */
export type Credential = 'API key' | 'management token';

const right = 'Send it in the x-api-key header, or as Authorization: Bearer loupe_….';
const keyInQuery = /[?&](?:(?:x[-_]?)?(?:api[-_]?)?key|(?:access[-_]?)?token)=|loupe_\w{8}/i;

/**
 * The well-formed key or token of a request, from `x-api-key` or a bearer token.
 * @returns a refusal that says what was sent, never the sent text, when there is no such credential, or one of the other kind
 */
export function readSentKey(
  { headers, url }: Pick<IncomingMessage, 'headers' | 'url'>,
  wanted: Credential = 'API key',
): string | KeyRefusal {
  const own = `${headers['x-api-key'] ?? ''}`.trim();
  const [, scheme = '', credentials = ''] = /^(\S+) *(.*)$/.exec(headers.authorization?.trim() ?? '') ?? [];
  const bearer = scheme.toLowerCase() === 'bearer' ? credentials : '';
  if (own !== '' && bearer !== '' && own !== bearer) return twoKeys;
  const text = own || bearer;
  if (text === '') return noKey(wanted, scheme, url ?? '');
  const place = own === '' ? 'The bearer token' : 'The x-api-key header';
  const sent = isWellFormedApiKey(text)
    ? 'API key'
    : isWellFormedManagementToken(text)
      ? 'management token'
      : undefined;
  if (sent === undefined) return malformedKey(wanted, place, text);
  return sent === wanted ? text : wrongCredential[wanted];
}

/** By what the route accepts. Nothing is looked up, so this tells nobody whether the credential exists. */
const wrongCredential: Readonly<Record<Credential, KeyRefusal>> = {
  'API key': new KeyRefusal(
    'This is a management token, which only works below /manage. Send an API key, which starts with loupe_ or loupe_test_.',
    'wrong_credential',
  ),
  'management token': new KeyRefusal(
    'This is an API key, which does not work below /manage. Send a management token, which starts with loupe_manage_.',
    'wrong_credential',
  ),
};

const twoKeys = new KeyRefusal(
  'This request has one key in x-api-key and another in Authorization: Bearer. Send only one of the two headers.',
);

/** Not counted against an address: without a key nothing can be guessed. */
export function hasNoKey(refusal: KeyRefusal): boolean {
  return refusal === twoKeys || /^This request has no .* in its headers/.test(refusal.detail);
}

function noKey(wanted: Credential, scheme: string, url: string): KeyRefusal {
  return new KeyRefusal(`This request has no ${wanted} in its headers${seenInstead(scheme, url)}. ${right}`);
}

function seenInstead(scheme: string, url: string): string {
  if (/^loupe_/i.test(scheme)) return ': Authorization needs the word Bearer before the key';
  if (/^bearer$/i.test(scheme)) return ': Authorization has the word Bearer, but no key behind it';
  if (/^[a-z]{1,20}$/i.test(scheme)) return `: Authorization has the scheme ${scheme}, which Loupe does not use`;
  if (scheme !== '') return ': Authorization has no scheme that Loupe uses';
  if (keyInQuery.test(url)) return ': a key belongs there, not in the query, because URLs end up in logs';
  return '';
}

const forms: Readonly<Record<Credential, string>> = {
  'API key': `A key starts with loupe_ and has ${apiKeyLength} characters; a test key starts with loupe_test_ and has ${testKeyLength}. Copy the whole key.`,
  'management token': `A token starts with loupe_manage_ and has ${managementTokenLength} characters. Copy the whole token.`,
};

function malformedKey(wanted: Credential, place: string, text: string): KeyRefusal {
  return new KeyRefusal(`${place} does not contain a complete ${wanted}: ${faultOf(text)}. ${forms[wanted]}`);
}

function faultOf(text: string): string {
  if (/^bearer\s/i.test(text)) return 'it begins with the word Bearer, which belongs in Authorization only';
  if (/^["'<].*["'>]$/.test(text)) return 'the key is in quotes or brackets';
  if (/^\$|\{/.test(text)) return 'it looks like a variable that was not replaced';
  if (!text.startsWith('loupe_')) return `it has ${text.length} characters and does not start with loupe_`;
  const expected = text.startsWith('loupe_manage_')
    ? managementTokenLength
    : text.startsWith('loupe_test_')
      ? testKeyLength
      : apiKeyLength;
  if (text.length !== expected) return `it has ${text.length} characters instead of ${expected}`;
  return 'its length is right, but a character is wrong';
}
