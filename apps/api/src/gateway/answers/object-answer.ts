import { compileShape, objectWith, type Scan, type Shape, type Span } from '@loupe/lossless-json';
import { type FailureKind, UpstreamFailure } from '@loupe/upstream-client';
import {
  type FailureName,
  failurePaths,
  hasId,
  isWrapped,
  malformedUpstream,
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
  /** The object, such as `user` or `items[]` (its first element), in one of these places; '' is the whole body. */
  object: string | readonly string[];
  /** The failure to report when the object is null or its list is empty. A body without the object is malformed. */
  absence: FailureKind;
  /** When this member is missing, null or "", the object does not exist. */
  proof?: string;
  /** Ids and names. An object with none of them and none of `marks` is malformed. */
  identity?: string | readonly string[];
  /** When the id is 0 and the count is 0 or missing, the object does not exist. */
  zeros?: { readonly id: string; readonly count: string };
  marks?: readonly string[];
  omit?: readonly string[];
}

export interface ObjectShape {
  readonly paths: ObjectPaths;
  readonly shape: Shape<ObjectName>;
}

/** Compiles the paths of an object for the scanner. */
export function objectShape(paths: ObjectPaths): ObjectShape {
  const { object, proof = [], identity = [], marks = [], zeros, omit = [] } = paths;
  const list = [object].flat().flatMap((path) => (path.endsWith('[]') ? [path.slice(0, -2)] : []));
  const wrapper = object === '' ? wrapperPaths : [];
  const ofZeros = { id: zeros?.id ?? [], count: zeros?.count ?? [] };
  const names = { object, list, proof, identity, mark: marks, ...ofZeros, omitted: omit, wrapper, ...failurePaths };
  return { paths, shape: compileShape<ObjectName>(names) };
}

/** Returns the object without `omit`, with numeric ids as strings. @throws {UpstreamFailure} when there is no object */
export function objectAnswer(body: Buffer, { paths, shape }: ObjectShape): UpstreamResult {
  const scan = scanBody(body, shape);
  const span = scan.all('object')[0];
  if ((paths.proof !== undefined && !hasValue(scan, scan.one('proof'))) || hasZeroId(scan)) {
    const missing = paths.proof ?? 'id';
    if (isWrapped(scan)) throw malformedUpstream(`${missing}, which is wrapped`);
    throw new UpstreamFailure(paths.absence, `no ${missing}`);
  }
  const isList = scan.one('list')?.type === 'array';
  if (isList ? !span : span?.type === 'null') throw new UpstreamFailure(paths.absence, `no ${paths.object}`);
  if (span?.type !== 'object') throw malformedUpstream(String(paths.object));
  const isProven =
    scan.within(span, 'identity').some((id) => hasId(scan, id)) ||
    scan.all('mark').some((mark) => hasValue(scan, mark));
  if (!isProven && paths.identity) throw malformedUpstream(`${paths.identity}`);
  return resultOf([objectWith(scan, span, { omit: scan.all('omitted') })]);
}

function hasValue(scan: Scan<never>, span: Span | undefined): boolean {
  if (span === undefined || span.type === 'null') return false;
  return span.type !== 'string' || scan.text(span) !== '';
}

function hasZeroId(scan: Scan<'id' | 'count'>): boolean {
  const isZero = (span: Span | undefined) => span !== undefined && scan.text(span) === '0';
  const count = scan.one('count');
  return isZero(scan.one('id')) && (!hasValue(scan, count) || isZero(count));
}
