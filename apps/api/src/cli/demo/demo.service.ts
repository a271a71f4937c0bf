import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../core/auth/api-key-format';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import { TopUps } from '../../core/billing/top-ups';
import { PasswordHasher } from '../../core/identity/password-hasher';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file';

/** Any fixed number: processes that share a data directory make the demo account one after the other. */
const demoLock = 7_305_050;
const startingBalanceMicros = 10_000_000n;

type Addresses = Pick<DemoFile, 'base_url' | 'dashboard_url' | 'management_url'>;
type People = Omit<DemoFile, keyof Addresses>;

/** An account to try things with: $10.00, one key, an owner and somebody of support. Each data directory has its own. */
@Injectable()
export class DemoService {
  private readonly passwords = new PasswordHasher();

  constructor(
    private readonly dataSource: DataSource,
    private readonly topUps: TopUps,
    private readonly keys: KeySetRefresher,
  ) {}

  /** Makes the demo account where it is missing, and writes down how to reach it. */
  async ensure(dataDirectory: string, addresses: Addresses): Promise<void> {
    mkdirSync(dataDirectory, { recursive: true });
    const lock = this.dataSource.createQueryRunner();
    try {
      await lock.query('SELECT pg_advisory_lock($1)', [demoLock]);
      const written = readDemoFile(dataDirectory);
      const people = written && (await this.stillKnown(written)) ? written : await this.create();
      const { api_key, owner, support } = people;
      writeDemoFile(dataDirectory, { ...addresses, api_key, owner, support });
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [demoLock]).catch(() => undefined);
      await lock.release();
    }
  }

  private async stillKnown({ api_key, owner, support }: People): Promise<boolean> {
    const [{ known }] = await this.dataSource.query(
      `SELECT EXISTS (SELECT FROM api_keys WHERE hash = $1 AND revoked_at IS NULL)
          AND (SELECT count(*) = 2 FROM users WHERE email IN ($2, $3)) AS known`,
      [hashApiKey(api_key), owner.email, support.email],
    );
    return known;
  }

  private async create(): Promise<People> {
    const suffix = await this.freeSuffix();
    const owner = { email: `owner${suffix}@demo.example`, password: randomPassword() };
    const support = { email: `support${suffix}@demo.example`, password: randomPassword() };
    const api_key = generateApiKey();
    const hashes = await Promise.all([this.passwords.hash(owner.password), this.passwords.hash(support.password)]);
    const accountId = await this.dataSource.transaction(async (db) => {
      const account = await insertAccount(db);
      await db.query(
        `INSERT INTO users (email, role, account_id, password_hash) VALUES ($1, 'owner', $2, $3), ($4, 'support', NULL, $5)`,
        [owner.email, account, hashes[0], support.email, hashes[1]],
      );
      await db.query(`INSERT INTO api_keys (account_id, hash, prefix, name) VALUES ($1, $2, $3, 'Demo key')`, [
        account,
        hashApiKey(api_key),
        apiKeyPrefix(api_key),
      ]);
      return account;
    });
    await this.topUps.credit({
      accountId,
      amountMicros: startingBalanceMicros,
      note: 'Demo balance',
      idempotencyKey: `demo-${accountId}`,
      confirmAmountMicros: startingBalanceMicros,
      actor: { userId: null, label: 'demo', address: null },
    });
    await this.keys.refresh();
    return { api_key, owner, support };
  }

  /** Another data directory on the same database has its own demo users, whose passwords are not ours to change. */
  private async freeSuffix(): Promise<string> {
    const [{ taken }] = await this.dataSource.query(
      `SELECT EXISTS (SELECT FROM users WHERE email = 'owner@demo.example') AS taken`,
    );
    return taken ? `-${randomBytes(4).toString('hex')}` : '';
  }
}

async function insertAccount(db: EntityManager): Promise<number> {
  const [{ id }] = await db.query(`INSERT INTO accounts (kind, name) VALUES ('customer', 'Demo') RETURNING id`);
  return Number(id);
}

function randomPassword(): string {
  return randomBytes(15).toString('base64url');
}
