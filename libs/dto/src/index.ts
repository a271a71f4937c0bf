export * from './money/usd';
export * from './operations';
export * from './operations/operation';
export * from './operations/pagination';
export * from './problems/problem-body';
export * from './problems/problem-registry';
export * from './readers';
export { type SchemaName, schemas } from './schemas';
export type { Schema } from './schemas/schema';
