import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';

/** A secret of the installation, created on first use. Concurrent processes get the same one. */
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
