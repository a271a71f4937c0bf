import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** The secret of this name, made on first use; processes that ask at once all get the same. */
export async function installationSecret(dataSource: DataSource, name: string): Promise<string> {
  await dataSource.query('INSERT INTO installation_secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = (await dataSource.query('SELECT value FROM installation_secrets WHERE name = $1', [name])) as {
    value: string;
  }[];
  return row!.value;
}
