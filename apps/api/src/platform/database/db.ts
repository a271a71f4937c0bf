import type { EntityManager } from 'typeorm';

/** What a repository's methods run their SQL on: the pool, or the caller's transaction. */
export type Db = Pick<EntityManager, 'query'>;
