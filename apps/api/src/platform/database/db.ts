import type { EntityManager } from 'typeorm';

/** What a repository runs its SQL on: the pool, or the caller's transaction. */
export type Db = Pick<EntityManager, 'query'>;

/** The same, with access to entities. */
export type EntityDb = Pick<EntityManager, 'query' | 'getRepository'>;
