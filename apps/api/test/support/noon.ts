import type { DataSource } from 'typeorm';

const dayMs = 86_400_000;

/** The day that it is for the database, UTC, as `YYYY-MM-DD`. */
export async function databaseDay(dataSource: DataSource): Promise<string> {
  const [{ day }] = await dataSource.query(`SELECT (now() AT TIME ZONE 'UTC')::date::text AS day`);
  return day;
}

/**
 * Sets the clock of this process to noon of the database's day until the tests of the file have ended: whatever they do,
 * they do it in one hour of one day, also when midnight passes meanwhile.
 */
export async function stayAtNoon(dataSource: DataSource): Promise<void> {
  const noonMs = Date.parse(await databaseDay(dataSource)) + dayMs / 2;
  const startMs = performance.now();
  jest.spyOn(Date, 'now').mockImplementation(() => noonMs + Math.trunc(performance.now() - startMs));
}
