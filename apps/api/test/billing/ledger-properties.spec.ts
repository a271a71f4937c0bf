import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { SpendingCapsRepository } from '../../src/core/auth/lifecycle/spending-caps.repository';
import { describeDifferences, reconcile } from '../../src/core/billing/reconcile/reconcile';
import { accountsOn, reversalsOn, topUpsOn } from '../support/services';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { balanceOf, createQueue, usageRecord } from './charge-fixtures';
import { LedgerModel } from './ledger-model';

const spendingCaps = new SpendingCapsRepository();

const actor = { userId: null, label: 'operator', address: null };
const accounts = 2;
const seed = Number(process.env.LEDGER_SEED ?? process.env.TEST_SEED ?? 1);

interface Crash {
  of: 'process' | 'server';
  afterMs: number;
}

type Operation =
  | { do: 'top up'; account: number; amount: number; repeats: number }
  | { do: 'charge'; charges: { account: number; price: number }[] }
  | { do: 'reverse'; account: number; entry: number }
  | { do: 'suspend' | 'resume'; account: number }
  | { do: 'cap'; account: number; cap: number | null }
  | { do: 'crash'; charges: { account: number; price: number }[]; end: Crash }
  | { do: 'restart' };

const account = fc.nat({ max: accounts - 1 });
const charges = fc.array(fc.record({ account, price: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 12,
});
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    do: fc.constant('top up' as const),
    account,
    amount: fc.integer({ min: 1, max: 40 }),
    repeats: fc.integer({ min: 1, max: 3 }),
  }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('charge' as const), charges }) },
  fc.record({ do: fc.constant('reverse' as const), account, entry: fc.nat({ max: 30 }) }),
  fc.record({ do: fc.constantFrom('suspend' as const, 'resume' as const), account }),
  fc.record({ do: fc.constant('cap' as const), account, cap: fc.option(fc.nat({ max: 60 })) }),
  fc.record({
    do: fc.constant('crash' as const),
    charges,
    end: fc.record({ of: fc.constantFrom('process' as const, 'server' as const), afterMs: fc.nat({ max: 4 }) }),
  }),
  fc.record({ do: fc.constant('restart' as const) }),
);

/** The system under test and its model, which must agree on every result. */
class Pair {
  private charging: ReturnType<typeof createQueue>;
  private readonly models = Array.from({ length: accounts }, () => new LedgerModel());
  private topUpCount = 0;

  private constructor(
    private readonly database: TestDatabase,
    private readonly ids: number[],
    private readonly keys: number[],
  ) {
    this.charging = createQueue(database.url);
  }

  static async create(database: TestDatabase): Promise<Pair> {
    const rows = await database.dataSource.query(
      `INSERT INTO accounts (kind, name) SELECT 'customer', 'Model' FROM generate_series(1, ${accounts}) RETURNING id`,
    );
    const ids = rows.map((row: { id: string }) => Number(row.id));
    const keys = await database.dataSource.query(
      `INSERT INTO api_keys (account_id, hash, prefix, name)
       SELECT id, sha256(convert_to(id::text, 'UTF8')), 'abcdefgh', 'k' FROM unnest($1::bigint[]) AS id RETURNING id`,
      [ids],
    );
    return new Pair(
      database,
      ids,
      keys.map((row: { id: string }) => Number(row.id)),
    );
  }

  async perform(step: Operation): Promise<void> {
    switch (step.do) {
      case 'top up':
        return this.topUp(step.account, BigInt(step.amount), step.repeats);
      case 'charge':
        return this.charge(step.charges);
      case 'crash':
        return this.charge(step.charges, step.end);
      case 'reverse':
        return this.reverse(step.account, step.entry);
      case 'cap':
        return this.cap(step.account, step.cap === null ? null : BigInt(step.cap));
      case 'restart':
        await this.charging.queue.close();
        this.charging = createQueue(this.database.url);
        return;
      default:
        return this.suspend(step.account, step.do === 'suspend');
    }
  }

  close(): Promise<void> {
    return this.charging.queue.close();
  }

  async check(): Promise<void> {
    for (const [index, model] of this.models.entries()) {
      expect(await balanceOf(this.database.dataSource, this.ids[index]!)).toBe(model.balanceMicros);
    }
    expect(describeDifferences(await reconcile(this.database.dataSource))).toBe('0 differences');
  }

  private async topUp(index: number, amountMicros: bigint, repeats: number): Promise<void> {
    const topUps = topUpsOn(this.database.dataSource);
    const accountId = this.ids[index]!;
    const topUp = { accountId, amountMicros, note: 'n', idempotencyKey: `${accountId}/${this.topUpCount++}`, actor };
    const answers = await Promise.all(Array.from({ length: repeats }, () => topUps.credit(topUp)));
    this.models[index]!.topUp(answers[0]!.entryId, amountMicros);
    const answer = { entryId: answers[0]!.entryId, balanceMicros: this.models[index]!.balanceMicros };
    expect(answers).toEqual(Array(repeats).fill(answer));
  }

  /** Sends charges concurrently. If their connection crashes, no charge may be lost or doubled. */
  private async charge(requested: { account: number; price: number }[], end?: Crash): Promise<void> {
    const records = requested.map(({ account: index, price }) =>
      usageRecord(this.ids[index]!, {
        keyId: this.keys[index]!,
        keyFamilyId: this.keys[index]!,
        priceMicros: BigInt(price),
      }),
    );
    const pending = records.map((record) => this.charging.queue.charge(record));
    if (end) await this.crash(end);
    const outcomes = await Promise.all(pending);
    for (const [position, outcome] of outcomes.entries()) {
      const model = this.models[requested[position]!.account]!;
      const refusal = model.charge(records[position]!.requestId, BigInt(requested[position]!.price));
      expect(outcome.accepted ? null : outcome.reason).toBe(refusal);
      if (outcome.accepted) expect(outcome.balanceMicros).toBe(model.balanceMicros);
    }
  }

  private async crash({ of, afterMs }: Crash): Promise<void> {
    await sleep(afterMs);
    if (of === 'process') return this.charging.cut();
    await this.database.dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'loupe-charges' AND datname = current_database()`,
    );
  }

  private async reverse(index: number, position: number): Promise<void> {
    const model = this.models[index]!;
    const entryId = [...model.entries.keys()][position];
    if (entryId === undefined) return;
    const reversing = reversalsOn(this.database.dataSource).reverse({ entryId, note: 'n', actor });
    if (!model.canReverse(entryId)) {
      await expect(reversing).rejects.toMatchObject({ code: 'conflict' });
      return;
    }
    const posted = await reversing;
    model.reverse(entryId, posted.entryId);
    expect(posted.balanceMicros).toBe(model.balanceMicros);
  }

  private async suspend(index: number, suspended: boolean): Promise<void> {
    const changer = accountsOn(this.database.dataSource);
    const change = { accountId: this.ids[index]!, actor };
    const changing = suspended ? changer.suspend(change) : changer.resume(change);
    if (this.models[index]!.suspend(suspended)) await changing;
    else await expect(changing).rejects.toMatchObject({ code: 'conflict' });
  }

  private async cap(index: number, dailyCapMicros: bigint | null): Promise<void> {
    const key = { accountId: this.ids[index]!, keyFamilyId: this.keys[index]! };
    await this.database.dataSource.transaction((db) =>
      spendingCaps.set(db, key, { dailyCapMicros, monthlyCapMicros: null }),
    );
    this.models[index]!.setDailyCap(dailyCapMicros);
  }
}

describe('the ledger', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it(`matches a sequential model under concurrent operations (LEDGER_SEED=${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), async (operations) => {
        const pair = await Pair.create(database);
        try {
          for (const step of operations) await pair.perform(step);
          await pair.check();
        } finally {
          await pair.close();
        }
      }),
      { seed, numRuns: Number(process.env.LEDGER_RUNS ?? 25) },
    );
  });
});
