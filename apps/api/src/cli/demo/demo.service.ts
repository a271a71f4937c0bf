import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../core/auth/api-key-format';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import { TopUps } from '../../core/billing/top-ups';
import { PasswordHasher } from '../../core/identity/password-hasher';
import { DemoRepository } from './demo.repository';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file';

const startingBalanceMicros = 10_000_000n;

type Addresses = Pick<DemoFile, 'base_url' | 'dashboard_url' | 'management_url'>;
type People = Omit<DemoFile, keyof Addresses>;

/** A demo account with $10.00, one key, an owner and a support user. Each data directory has its own. */
@Injectable()
export class DemoService {
  private readonly passwords = new PasswordHasher();

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: DemoRepository,
    private readonly topUps: TopUps,
    private readonly keys: KeySetRefresher,
  ) {}

  async ensure(dataDirectory: string, addresses: Addresses): Promise<void> {
    mkdirSync(dataDirectory, { recursive: true });
    const lock = this.dataSource.createQueryRunner();
    try {
      await this.repository.lock(lock);
      const written = readDemoFile(dataDirectory);
      const people = written && (await this.stillKnown(written)) ? written : await this.create();
      const { api_key, owner, support } = people;
      writeDemoFile(dataDirectory, { ...addresses, api_key, owner, support });
    } finally {
      await this.repository.unlock(lock).catch(() => undefined);
      await lock.release();
    }
  }

  private stillKnown({ api_key, owner, support }: People): Promise<boolean> {
    return this.repository.knows(this.dataSource, hashApiKey(api_key), [owner.email, support.email]);
  }

  private async create(): Promise<People> {
    const suffix = await this.freeSuffix();
    const owner = { email: `owner${suffix}@demo.example`, password: randomPassword() };
    const support = { email: `support${suffix}@demo.example`, password: randomPassword() };
    const api_key = generateApiKey();
    const [ownerHash, supportHash] = await Promise.all([
      this.passwords.hash(owner.password, owner.email),
      this.passwords.hash(support.password, support.email),
    ]);
    const key = { hash: hashApiKey(api_key), prefix: apiKeyPrefix(api_key) };
    const accountId = await this.dataSource.transaction(async (db) => {
      await this.repository.insertSupport(db, { email: support.email, passwordHash: supportHash });
      return this.repository.insertAccount(db, { email: owner.email, passwordHash: ownerHash }, key);
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

  /** A suffix for the emails, if demo users of another data directory exist: they must keep their passwords. */
  private async freeSuffix(): Promise<string> {
    const isTaken = await this.repository.isTaken(this.dataSource, 'owner@demo.example');
    return isTaken ? `-${randomBytes(4).toString('hex')}` : '';
  }
}

function randomPassword(): string {
  return randomBytes(15).toString('base64url');
}
