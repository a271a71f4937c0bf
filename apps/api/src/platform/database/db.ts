import type { EntityManager } from 'typeorm';

/** What a repository's methods run their SQL on: the pool, or the caller's transaction. */
export type Db = Pick<EntityManager, 'query'>;

/** The same, where the tables are mapped to entities. */
export type EntityDb = Pick<EntityManager, 'query' | 'getRepository'>;
