import { randomUUID } from 'node:crypto';
import { type KeyMode, parseUsd } from '@loupe/dto';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../src/core/auth/api-key-format';
import { KeySetRefresher } from '../../src/core/auth/key-set.refresher';
import { TopUps } from '../../src/core/billing/top-ups';

export interface Tenant {
  accountId: number;
  keyId: number;
  key: string;
}

export class Tenants {
  private readonly dataSource: DataSource;

  constructor(private readonly app: INestApplication) {
    this.dataSource = app.get(DataSource);
  }

  async create(balanceUsd = '10', columns: Record<string, unknown> = {}): Promise<Tenant> {
    const [{ id }] = await this.dataSource.query(
      `INSERT INTO accounts (kind, name) VALUES ('customer', 'Test') RETURNING id`,
    );
    const accountId = Number(id);
    const amountMicros = parseUsd(balanceUsd)!;
    if (amountMicros > 0n) await this.credit(accountId, amountMicros);
    return { accountId, ...(await this.addKey(accountId, columns)) };
  }

  async addKey(accountId: number, columns: Record<string, unknown> = {}): Promise<{ keyId: number; key: string }> {
    const key = generateApiKey(columns.mode as KeyMode | undefined);
    const row = { account_id: accountId, name: 'Test', hash: hashApiKey(key), prefix: apiKeyPrefix(key), ...columns };
    const names = Object.keys(row);
    const [{ id }] = await this.dataSource.query(
      `INSERT INTO api_keys (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}) RETURNING id`,
      Object.values(row),
    );
    await this.app.get(KeySetRefresher).refresh();
    return { keyId: Number(id), key };
  }

  /** A management token of a new owner. */
  async addManagementToken(accountId: number): Promise<string> {
    const token = generateApiKey('manage');
    await this.dataSource.query(
      `WITH owner AS (INSERT INTO users (email, role, account_id) VALUES ($1, 'owner', $2) RETURNING id)
       INSERT INTO management_tokens (account_id, owner_id, name, hash, prefix) SELECT $2, id, 'Test', $3, $4 FROM owner`,
      [`${randomUUID()}@example.com`, accountId, hashApiKey(token), apiKeyPrefix(token)],
    );
    return token;
  }

  async credit(accountId: number, amountMicros: bigint): Promise<void> {
    await this.app.get(TopUps).credit({
      accountId,
      amountMicros,
      note: 'test',
      idempotencyKey: randomUUID(),
      actor: { userId: null, label: 'test', address: null },
    });
  }

  async changeKey(keyId: number, assignment: string): Promise<void> {
    await this.dataSource.query(`UPDATE api_keys SET ${assignment} WHERE id = $1`, [keyId]);
    await this.app.get(KeySetRefresher).refresh();
  }

  async suspend(accountId: number): Promise<void> {
    for (const [table, id] of [
      ['account_profiles', 'id'],
      ['ledger.accounts', 'account_id'],
    ])
      await this.dataSource.query(`UPDATE ${table} SET status = 'suspended' WHERE ${id} = $1`, [accountId]);
    await this.app.get(KeySetRefresher).refresh();
  }

  async balanceMicros(accountId: number): Promise<bigint> {
    const [{ balance_micros }] = await this.dataSource.query('SELECT balance_micros FROM accounts WHERE id = $1', [
      accountId,
    ]);
    return BigInt(balance_micros);
  }
}
