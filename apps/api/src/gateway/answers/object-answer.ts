import { compileShape, objectWith, type Scan, type Shape, type Span } from '@loupe/lossless-json';
import { type FailureKind, UpstreamFailure } from '@loupe/upstream-client';
import {
  type FailureName,
  failurePaths,
  isWrapped,
  malformedUpstream,
  saysId,
  scanBody,
  wrapperPaths,
} from './upstream-body';
import { resultOf, type UpstreamResult } from './upstream-result';

type ObjectName =
  | 'object'
  | 'list'
  | 'proof'
  | 'identity'
  | 'mark'
  | 'id'
  | 'count'
  | 'omitted'
  | 'wrapper'
  | FailureName;

export interface ObjectPaths {
  /** `user`, `items[]` (the first one counts), or the empty path for the whole body; several where it may stand in several places. */
  object: string | readonly string[];
  /** What the thing's absence means: an empty body, a null. Without it a body that lacks the object is malformed. */
  absence: FailureKind;
  /** A member without which, or with null or "" in it, there is no such thing: `metadata`, `name`. */
  proof?: string;
  /** Its ids and names: an object in which none of them says something is malformed. */
  identity?: string | readonly string[];
  /** There is no such thing where its id is 0, and its count too, if it has one. */
  zeros?: { readonly id: string; readonly count: string };
  /** Members that tell such a thing where its ids and names are missing. */
  marks?: readonly string[];
  /** Members of the transport, which are not part of the object. */
  omit?: readonly string[];
}

export interface ObjectShape {
  readonly paths: ObjectPaths;
  readonly shape: Shape<ObjectName>;
}

export function objectShape(paths: ObjectPaths): ObjectShape {
  const { object, proof = [], identity = [], marks = [], zeros, omit = [] } = paths;
  const list = [object].flat().flatMap((path) => (path.endsWith('[]') ? [path.slice(0, -2)] : []));
  const wrapper = object === '' ? wrapperPaths : [];
  const ofZeros = { id: zeros?.id ?? [], count: zeros?.count ?? [] };
  const names = { object, list, proof, identity, mark: marks, ...ofZeros, omitted: omit, wrapper, ...failurePaths };
  return { paths, shape: compileShape<ObjectName>(names) };
}

/** The object byte for byte but for its ids and what is omitted. */
export function objectAnswer(body: Buffer, { paths, shape }: ObjectShape): UpstreamResult {
  const scan = scanBody(body, shape);
  const span = scan.all('object')[0];
  if ((paths.proof !== undefined && !says(scan, scan.one('proof'))) || saysZero(scan)) {
    const missing = paths.proof ?? 'id';
    if (isWrapped(scan)) throw malformedUpstream(`${missing}, which is wrapped`);
    throw new UpstreamFailure(paths.absence, `no ${missing}`);
  }
  // An explicit null or an empty list says that there is no such thing; a body without either is malformed.
  const isList = scan.one('list')?.type === 'array';
  if (isList ? !span : span?.type === 'null') throw new UpstreamFailure(paths.absence, `no ${paths.object}`);
  if (span?.type !== 'object') throw malformedUpstream(String(paths.object));
  const isProven =
    scan.within(span, 'identity').some((id) => saysId(scan, id)) || scan.all('mark').some((mark) => says(scan, mark));
  if (!isProven && paths.identity) throw malformedUpstream(`${paths.identity}`);
  return resultOf([objectWith(scan, span, { omit: scan.all('omitted') })]);
}

function says(scan: Scan<never>, span: Span | undefined): boolean {
  if (span === undefined || span.type === 'null') return false;
  return span.type !== 'string' || scan.text(span) !== '';
}

function saysZero(scan: Scan<'id' | 'count'>): boolean {
  const isZero = (span: Span | undefined) => span !== undefined && scan.text(span) === '0';
  const count = scan.one('count');
  return isZero(scan.one('id')) && (!says(scan, count) || isZero(count));
}
