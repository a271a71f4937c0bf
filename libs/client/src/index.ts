export type { Call } from './call.ts';
export { isLoupeError, LoupeError } from './errors.ts';
export { type FollowOptions, followEvents } from './follow.ts';
export type * as management from './generated/management.ts';
export { type FaultName, operations } from './generated/operations.ts';
export type * from './generated/resources.ts';
export type * from './generated/types.ts';
export type { JoinedPost } from './grid.ts';
export type { List, Page } from './list.ts';
export { Loupe } from './loupe.ts';
export {
  type AuditOptions,
  type ChangeOptions,
  LoupeManagement,
  type ManagementOptions,
  type UsageQuery,
} from './management.ts';
export { addUsd, formatUsd, parseUsd } from './money.ts';
export type { Answer, Attempt, CallOptions, Id, ListOptions, LoupeOptions, Meta } from './options.ts';
/** @internal For calls with their own path and headers. */
export { Transport } from './transport.ts';
