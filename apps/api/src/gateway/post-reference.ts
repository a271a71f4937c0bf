import { type PostId, parsePostId } from '@loupe/media-id';
import { type Problem, parameterProblem } from '../platform/http/problem';

/**
 * The post that a parameter names, in any of its three forms.
 * @throws {Problem} invalid_parameter when it is none of them.
 */
export function requirePost(parameter: string, text: string): PostId {
  const post = parsePostId(text);
  if (post) return post;
  throw invalid(parameter, 'must be a shortcode, a numeric media pk, or <media_id>_<owner_id>');
}

/** The same, where the owner is given beside it: a composite id must not name another one. */
export function requirePostOf(parameter: string, text: string, ownerId: string): PostId {
  const post = requirePost(parameter, text);
  if (post.ownerId === undefined || BigInt(post.ownerId) === BigInt(ownerId)) return post;
  throw invalid(parameter, 'names another owner than user_id');
}

function invalid(parameter: string, message: string): Problem {
  return parameterProblem(parameter === 'post_id' ? 'path' : 'query', parameter, message, 'invalid_parameter');
}
