import { type Body, compileShape, objectWith, type Scan, type Shape } from '@loupe/lossless-json';
import { type FailureKind, UpstreamFailure } from '@loupe/upstream-client';
import { type Answer, answerWith } from './answer';
import { failurePaths, isWrapped, malformedUpstream, scanBody, wrapperPaths } from './upstream-body';

type ObjectName = 'object' | 'list' | 'proof' | 'omitted' | 'wrapper' | keyof typeof failurePaths;

export interface ObjectPaths {
  /** `user`, `items[]` (the first one counts), or the empty path for the whole body; several where it may stand in several places. */
  object: string | readonly string[];
  /** What the thing's absence means: an empty body, a null. Without it a body that lacks the object is malformed. */
  absence: FailureKind;
  /** A member without which, or with null, 0, "0" or "" in it, there is no such thing: `metadata`, `id`. */
  proof?: string;
  /** Members of the transport, which are not part of the object. */
  omit?: readonly string[];
}

export interface ObjectShape {
  readonly paths: ObjectPaths;
  readonly shape: Shape<ObjectName>;
}

export function objectShape(paths: ObjectPaths): ObjectShape {
  const { object, proof = [], omit = [] } = paths;
  const list = [object].flat().flatMap((path) => (path.endsWith('[]') ? [path.slice(0, -2)] : []));
  const wrapper = object === '' ? wrapperPaths : [];
  return { paths, shape: compileShape({ object, list, proof, omitted: omit, wrapper, ...failurePaths }) };
}

/** The object byte for byte but for its ids and what is omitted. */
export function objectAnswer(body: Body, { paths, shape }: ObjectShape): Answer {
  const scan = scanBody(body, shape);
  const span = scan.all('object')[0];
  if (paths.proof !== undefined && isDisproved(scan)) {
    if (isWrapped(scan)) throw malformedUpstream(`${paths.proof}, which is wrapped`);
    throw new UpstreamFailure(paths.absence, `no ${paths.proof}`);
  }
  // An explicit null or an empty list says that there is no such thing; a body without either is malformed.
  if (span?.type === 'null' || (!span && scan.one('list')?.type === 'array'))
    throw new UpstreamFailure(paths.absence, `no ${paths.object}`);
  if (span?.type !== 'object') throw malformedUpstream(String(paths.object));
  return answerWith([objectWith(scan, span, { omit: scan.all('omitted') })]);
}

function isDisproved(scan: Scan<'proof'>): boolean {
  const proof = scan.one('proof');
  if (!proof || proof.type === 'null') return true;
  return (proof.type === 'number' || proof.type === 'string') && /^0?$/.test(scan.text(proof));
}
