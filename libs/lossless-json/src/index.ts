export { assemble, type Excerpt, type Part } from './assemble';
export { earliestExpiry } from './expiry';
export { MalformedJsonError } from './malformed-json-error';
export { type ObjectChanges, objectWith } from './object-with';
export { outputBuffers } from './output-body';
export { type Scan, scanJson, scanJsonRows } from './scan';
export { type Body, joined } from './scanner';
export { compileShape, type Paths, type Shape, type ShapeOptions } from './shape';
export type { JsonType, Span } from './span';
