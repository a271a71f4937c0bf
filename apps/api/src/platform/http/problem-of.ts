import { HttpException } from '@nestjs/common';
import { Problem, unknownRoute } from '../problem';

/** The problem for a thrown value; undefined for an unexpected value, whose details must not be shown. */
export function problemOf(thrown: unknown): Problem | undefined {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof URIError)
    return new Problem('bad_request', 'The URL contains an invalid percent-encoding. Correct it.');
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  switch (status) {
    case 400:
      return new Problem('bad_request', 'The URL or the body of the request cannot be parsed. Correct it.');
    case 404:
      return unknownRoute;
    case 413:
      return new Problem('payload_too_large', 'The request body is too large. Send a smaller one.');
    case 415:
      return new Problem('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.');
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
