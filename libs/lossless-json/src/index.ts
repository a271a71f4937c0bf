export { assemble, type Excerpt, type Part } from './assemble';
export { cutJson, type Wanted } from './cut';
export { earliestExpiry } from './expiry';
export { MalformedJsonError } from './malformed-json-error';
export { type ObjectChanges, objectWith } from './object-with';
export { type Scan, scanJson, scanJsonRows } from './scan';
export { compileShape, type Paths, type Shape, type ShapeOptions } from './shape';
export type { JsonType, Span } from './span';
