import type { DeleteResult, EntityManager, InsertResult } from 'typeorm';

export type Db = Pick<EntityManager, 'query'>;

/** The pool or a transaction, with access to entities. */
export type EntityDb = Pick<EntityManager, 'query' | 'getRepository'>;

/** A `T` as a statement returns it: the driver gives bigint and numeric columns, which these fields hold, as text. */
export type Raw<T, Fields extends keyof T> = Omit<T, Fields> & {
  readonly [Field in Fields]: string | Extract<T[Field], null>;
};

/** The id that an insert generated. TypeORM does not apply the column's transformer to it. */
export const generatedId = ({ identifiers: [inserted] }: InsertResult): number => Number(inserted!.id);

/** Whether an update or delete found a row. */
export const isAny = ({ affected }: Pick<DeleteResult, 'affected'>): boolean => Boolean(affected);
