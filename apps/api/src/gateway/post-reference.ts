import { type PostId, parsePlatformUrl, parsePostId } from '@loupe/media-id';
import { type Problem, parameterProblem } from '../platform/problem';

/** Parses the post that a parameter names, in any of its three forms. @throws {Problem} `invalid_parameter` */
export function requirePost(parameter: string, text: string): PostId {
  const post = parsePostId(text);
  if (post) return post;
  const url = parsePlatformUrl(text);
  const advice = url?.kind === 'post' ? `; the shortcode of this URL is ${url.code}` : ', such as CSgquzkYxhP';
  throw invalid(parameter, `must be a shortcode, a numeric media pk, or <media_id>_<owner_id>${advice}`);
}

/** Like {@link requirePost}, and refuses a composite id with another owner. */
export function requirePostOf(parameter: string, text: string, ownerId: string): PostId {
  const post = requirePost(parameter, text);
  if (post.ownerId === undefined || BigInt(post.ownerId) === BigInt(ownerId)) return post;
  throw invalid(parameter, 'names another owner than user_id');
}

function invalid(parameter: string, message: string): Problem {
  return parameterProblem(parameter === 'post_id' ? 'path' : 'query', parameter, message, 'invalid_parameter');
}
