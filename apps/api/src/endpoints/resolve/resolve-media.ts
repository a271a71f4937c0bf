import { parseNumericPostId, pkFromShortcode, shortcodeFromPk } from '@loupe/media-id';
import { type Problem, parameterProblem } from '../../platform/http/problem';

/** Converts between a media's pk and its shortcode. Exactly one parameter is given; `pk` may be a composite id. */
export function resolveMedia(pk: string | undefined, code: string | undefined): { pk: string; code: string } {
  const resolved = pk === undefined ? pkFromShortcode(code!) : parseNumericPostId(pk)?.pk;
  if (resolved === undefined) throw notAMedia(pk === undefined ? 'code' : 'pk');
  return { pk: resolved, code: shortcodeFromPk(resolved) };
}

function notAMedia(parameter: 'pk' | 'code'): Problem {
  const message = parameter === 'pk' ? 'must hold ids from 1 to 9223372036854775807' : 'must be a shortcode';
  return parameterProblem('query', parameter, message, 'invalid_parameter');
}
