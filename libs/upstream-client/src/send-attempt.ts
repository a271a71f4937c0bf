import { release } from '@loupe/lossless-json';
import { classifyFailure } from './classify';
import { decompress } from './content-encoding';
import type { Dispatchers } from './dispatchers';
import { LimitExceeded, type Subject, UpstreamFailure } from './failure';
import { sendHttp } from './http';
import { inspectOk, WrongResource } from './ok-body';
import { encodeFields, type UpstreamRequest } from './request';
import type { DocumentIds, GraphqlRequest } from './requests/graphql';
import type { Session } from './session';
import type { BufferedBytes, UpstreamContext } from './upstream-context';

/** Characters that would end the request line or are not ASCII. */
const notInPath = /[^\x21-\x7e]/;
const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };

export interface Target {
  readonly dispatchers: Dispatchers;
  readonly basePath: string;
  readonly documentIds: DocumentIds;
  /** Limit of one response, before and after decompression. */
  readonly maxBodyBytes: number;
  readonly buffered: BufferedBytes;
  /** Called with the id of each charged request whose answer may have been the response to another request. */
  reportSuspectCharge(requestId: string): void;
}

/**
 * Makes one attempt with a session. @param subject what is missing if the response is a 404
 * @returns the decompressed body of a 200 response about the requested resource
 * @throws {UpstreamFailure} without request headers, which must never reach a log; {Error} for an invalid path
 */
export async function sendAttempt(
  { dispatchers, basePath, documentIds, maxBodyBytes, buffered, reportSuspectCharge }: Target,
  request: UpstreamRequest,
  subject: Subject,
  session: Session,
  context: UpstreamContext,
  signal: AbortSignal,
): Promise<Buffer> {
  const { name, method, path, query } = request;
  if (notInPath.test(path)) throw new Error(`${name} has an invalid path`);
  const hold = (bytes: number): void => {
    if (!context.hold(buffered, bytes))
      throw new LimitExceeded('buffered_bytes', 'no memory is left for responses', 'retry_later');
  };
  const search = encodeFields(query);
  const form = formOf(request, documentIds);
  const response = await sendHttp(dispatchers, {
    method,
    path: `${basePath}${path}${search && `?${search}`}`,
    headers: form === undefined ? session.sentHeaders : { ...session.sentHeaders, ...formType },
    body: form,
    proxy: session.proxy,
    timeoutMs: context.timeoutMs,
    maxBodyBytes,
    signal,
    hold,
  });
  const { status, headers, connection } = response;
  const encoding = headers['content-encoding']?.toString();
  const body = encoding ? await decoded(response.body, encoding, status, maxBodyBytes) : response.body;
  if (encoding) hold(body.length);
  const outcome =
    status === 200
      ? inspectOk(body, request)
      : classifyFailure({ status, body, location: headers.location }, subject, request.absences);
  if (outcome instanceof WrongResource) connection.condemn(outcome.reason, reportSuspectCharge);
  else if (!(outcome instanceof UpstreamFailure)) connection.recordAnswer(context.trust, outcome);
  else if (outcome.isAnswer) connection.recordAnswer(context.trust, false);
  if (outcome instanceof UpstreamFailure) throw outcome;
  return body;
}

function formOf(
  { form, graphql }: UpstreamRequest & Partial<GraphqlRequest>,
  documentIds: DocumentIds,
): string | undefined {
  if (!form) return undefined;
  const id = graphql && documentIds[graphql];
  return encodeFields({ client_doc_id: id, doc_id: id, ...form });
}

async function decoded(body: Buffer, encoding: string, status: number, maxBytes: number): Promise<Buffer> {
  // A 429 is a rate limit whatever its body contains.
  if (status === 429) return empty;
  try {
    const decompressed = await decompress(body, encoding, maxBytes);
    if (decompressed !== body) release(body);
    return decompressed;
  } catch (error) {
    // An error response with a damaged body is classified by its status alone. A body above a limit is rejected.
    if (status !== 200 && !(error instanceof LimitExceeded)) return empty;
    throw error;
  }
}

const empty = Buffer.alloc(0);
