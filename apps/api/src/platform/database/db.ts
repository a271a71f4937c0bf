import type { DeleteResult, EntityManager, InsertResult } from 'typeorm';

export type Db = Pick<EntityManager, 'query'>;

/** The pool, which opens a transaction, or a transaction, which continues: its work is undone together with the caller's. */
export type Transactor = Pick<EntityManager, 'transaction'>;

/** The pool or a transaction, with access to entities. */
export type EntityDb = Pick<EntityManager, 'query' | 'getRepository'>;

/**
 * A `T` as a statement returns it. The driver returns bigint and numeric columns, such as amounts, as text. Ids and
 * counts fit into a number, so statements cast them to float8, which the driver returns as a number.
 */
export type Raw<T, Amounts extends keyof T> = Omit<T, Amounts> & {
  readonly [Amount in Amounts]: string | Extract<T[Amount], null>;
};

/** The id that an insert generated. TypeORM does not apply the column's transformer to it. */
export const generatedId = ({ identifiers: [inserted] }: InsertResult): number => Number(inserted!.id);

/** Whether an update or delete found a row. */
export const isAny = ({ affected }: Pick<DeleteResult, 'affected'>): boolean => Boolean(affected);
