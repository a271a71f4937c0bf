import type { DataSource } from 'typeorm';

/** Describes the schema that migrations create, without the NOT NULL constraints that PostgreSQL 18 and newer list. */
const described = `
  SELECT format('column %s.%s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
    pg_get_expr(adbin, adrelid)) AS thing
  FROM pg_attribute JOIN pg_class c ON c.oid = attrelid LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
  WHERE relnamespace = ANY ('{public,ledger}'::regnamespace[]) AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT format('%s %s %s', relkind, relname, reloptions) FROM pg_class WHERE relnamespace = ANY ('{public,ledger}'::regnamespace[])
  UNION ALL
  SELECT format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE connamespace = ANY ('{public,ledger}'::regnamespace[]) AND contype <> 'n'
  UNION ALL
  SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN pg_class ON oid = indrelid
  WHERE relnamespace = ANY ('{public,ledger}'::regnamespace[])
  UNION ALL
  SELECT format('%s %s', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = ANY ('{public,ledger}'::regnamespace[])`;

/** Daily partitions depend on the day on which a database was created. */
const ofDay = /_\d{8}(?!\d)/;

/** Tables, columns, constraints, indexes, triggers and functions, sorted. Those of daily partitions are left out. */
export async function schemaOf(dataSource: DataSource): Promise<string[]> {
  const rows: { thing: string }[] = await dataSource.query(described);
  return rows
    .map(({ thing }) => thing)
    .filter((thing) => !ofDay.test(thing))
    .sort();
}
