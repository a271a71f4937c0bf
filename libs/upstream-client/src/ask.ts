import { classifyFailure } from './classify';
import { decompress } from './content-encoding';
import type { Dispatchers } from './dispatchers';
import { BoundPassed, type Subject } from './failure';
import { sendHttp } from './http';
import { AnotherThing, failureInOk } from './ok-answer';
import { encodeFields, type UpstreamRequest } from './request';
import type { DocumentIds, GraphqlRequest } from './requests/graphql';
import type { Session } from './session';
import type { BufferedBytes, UpstreamContext } from './upstream-context';

/** What would end the request line, or is not ASCII. */
const notInPath = /[^\x21-\x7e]/;
const formType = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };

/** Where all requests of a client go, and the bounds of their answers. */
export interface Target {
  readonly dispatchers: Dispatchers;
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly documentIds: DocumentIds;
  /** Of one answer, before and after decompression. */
  readonly maxBodyBytes: number;
  readonly buffered: BufferedBytes;
}

/**
 * One attempt: sends a request with a session's headers.
 * @param subject whose absence a 404 speaks of
 * @returns the decompressed body of a 200 answer about what was asked for
 * @throws {UpstreamFailure} for everything else. It has no header of the request in it: no log may ever show those of a session.
 */
export async function ask(
  { dispatchers, basePath, documentIds, maxBodyBytes, buffered }: Target,
  request: UpstreamRequest,
  subject: Subject,
  session: Session,
  context: UpstreamContext,
  signal: AbortSignal,
): Promise<Buffer> {
  const { name, method, path, query } = request;
  if (notInPath.test(path)) throw new Error(`${name} has a path that is no path`);
  const hold = (bytes: number): void => {
    if (!context.hold(buffered, bytes))
      throw new BoundPassed('buffered_bytes', 'no memory is left for answers', 'retry_later');
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
  const encoding = headers['content-encoding'];
  const body = encoding ? await decoded(response.body, encoding, status, maxBodyBytes) : response.body;
  if (encoding) hold(body.length);
  const failure =
    status === 200
      ? failureInOk(body, request)
      : classifyFailure({ status, body, location: headers.location }, subject, request.absences);
  if (failure instanceof AnotherThing) connection.destroy(failure.reason);
  if (failure) throw failure;
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
  // A rate limit is one whatever its body is.
  if (status === 429) return nothing;
  try {
    return await decompress(body, encoding, maxBytes);
  } catch (error) {
    // A body that cannot be decoded says nothing, but its status does. One that passes a bound is not taken for an answer at all.
    if (status !== 200 && !(error instanceof BoundPassed)) return nothing;
    throw error;
  }
}

const nothing = Buffer.alloc(0);
