export { assemble, type Excerpt, type Part } from './assemble';
export { type Body, joined } from './body';
export { giveBack } from './loans';
export { MalformedJsonError } from './malformed-json-error';
export { type ObjectChanges, objectWith } from './object-with';
export { type Scan, scanJson, scanJsonRows } from './scan';
export { compileShape, type Paths, type Shape } from './shape';
export type { JsonType, Span } from './span';
