export { type Cut, cutJson, type Wanted } from './cut';
export { MalformedJsonError } from './malformed-json-error';
export { type ObjectChanges, objectWith } from './object-with';
export { assemble, type Excerpt, earliestExpiry, type Part, releaseScans } from './parts';
export { release } from './release';
export { type Scan, scanJson, scanJsonRows } from './scan';
export { compileShape, type Paths, type Shape, type ShapeOptions } from './shape';
export type { JsonType, Span } from './span';
