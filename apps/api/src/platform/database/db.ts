import type { EntityManager } from 'typeorm';

export type Db = Pick<EntityManager, 'query'>;

/** The pool or a transaction, with access to entities. */
export type EntityDb = Pick<EntityManager, 'query' | 'getRepository'>;
