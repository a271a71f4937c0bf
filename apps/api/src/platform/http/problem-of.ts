import { HttpException } from '@nestjs/common';
import { Problem } from '../problem';
import { unknownRoute } from './declared-routes';

/**
 * The problem for a thrown value; undefined for an unexpected value, whose details must not be shown.
 * @param target the URL of the request
 */
export function problemOf(thrown: unknown, target: string): Problem | undefined {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof URIError)
    return new Problem(
      'bad_request',
      'The URL contains a % that two hexadecimal digits do not follow. Send a % itself as %25.',
    );
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  switch (status) {
    case 400:
      return new Problem(
        'bad_request',
        isOfBody(thrown)
          ? 'The body is not JSON. Send an object such as {"name": "Production"}: names in double quotes, no comma at the end.'
          : 'The URL or the body of the request cannot be parsed. Correct it.',
      );
    case 404:
      return unknownRoute(target);
    case 413:
      return new Problem('payload_too_large', `The request body is too large${limitOf(thrown)}. Send a smaller one.`);
    case 415:
      return new Problem(
        'unsupported_media_type',
        'The body is compressed, or in another charset. Send JSON as it is, in UTF-8, with content-type: application/json.',
      );
    default:
      return status !== undefined && status >= 400 && status < 500
        ? new Problem('bad_request', 'The request is invalid. Correct it before you send it again.')
        : undefined;
  }
}

function statusOf(thrown: unknown): number | undefined {
  const { status, statusCode } = (thrown ?? {}) as { status?: number; statusCode?: number };
  return status ?? statusCode;
}

/** Whether Express's JSON parser threw it. */
const isOfBody = (thrown: unknown) => (thrown as { type?: unknown }).type === 'entity.parse.failed';

/** The limit as Express's parser tells it. */
function limitOf(thrown: unknown): string {
  const { limit } = thrown as { limit?: number };
  return typeof limit === 'number' ? `: at most ${limit} bytes are read` : '';
}
