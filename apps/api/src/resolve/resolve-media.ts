import { parseDecimalId, pkFromShortcode, shortcodeFromPk } from '@loupe/media-id';
import { unprocessable } from '../gateway/parameters';
import { Problem } from '../http/problem';

/** A media pk and its shortcode, from either of them, by arithmetic alone. Exactly one is given. */
export function resolveMedia(pk: string | undefined, code: string | undefined): { pk: string; code: string } {
  if ((pk === undefined) === (code === undefined)) throw unprocessable(exactlyOne);
  const resolved = pk === undefined ? pkFromShortcode(code!) : parseDecimalId(pk);
  if (resolved === undefined) throw notAMedia(pk === undefined ? 'code' : 'pk');
  return { pk: resolved, code: shortcodeFromPk(resolved) };
}

const exactlyOne = (['pk', 'code'] as const).map((parameter) => ({
  in: 'query' as const,
  parameter,
  message: 'must be sent without the other: exactly one of pk and code',
}));

function notAMedia(parameter: 'pk' | 'code'): Problem {
  const message = parameter === 'pk' ? 'must be from 1 to 9223372036854775807' : 'must be a shortcode';
  return new Problem('invalid_parameter', `${parameter} ${message}.`, {
    members: { errors: [{ in: 'query', parameter, message }] },
  });
}
