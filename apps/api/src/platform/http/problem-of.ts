import { HttpException } from '@nestjs/common';
import { Problem } from './problem';

interface HttpError {
  status?: number;
  statusCode?: number;
}

/** The problem that any thrown thing leaves as; undefined when it is unexpected, and nothing of it may be said. */
export function problemOf(thrown: unknown): Problem | undefined {
  if (thrown instanceof Problem) return thrown;
  if (thrown instanceof URIError)
    return new Problem('bad_request', 'The address of the request holds a broken percent-encoding.');
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  switch (status) {
    case 400:
      return new Problem('bad_request', 'The request is malformed: its address or its body cannot be read.');
    case 404:
      return new Problem('not_found', 'There is nothing at this address. /docs lists every endpoint.');
    case 413:
      return new Problem('payload_too_large', 'The body of the request is too large.');
    case 415:
      return new Problem('unsupported_media_type', 'Send the body as JSON, with content-type: application/json.');
    default:
      // Whatever else Nest, Express and its parsers call the caller's fault.
      return status !== undefined && status >= 400 && status < 500
        ? new Problem('bad_request', 'The request cannot be served as it is.')
        : undefined;
  }
}

/** Express and its parsers mark what is the caller's fault with a status. */
function statusOf(thrown: unknown): number | undefined {
  const { status, statusCode } = (thrown ?? {}) as HttpError;
  return status ?? statusCode;
}
