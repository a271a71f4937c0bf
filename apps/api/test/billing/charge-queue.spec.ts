import { v7 } from 'uuid';
import { CallerGone } from '../../src/core/billing/charge-outcome';
import { chargeConnection } from '../../src/core/billing/charges.repository';
import { balanceOf, createAccount, prepareCharging, usageRecord } from './charge-fixtures';

describe('ChargeQueue', () => {
  const charging = prepareCharging();

  const transfersOf = (accountId: number) =>
    charging.dataSource.query(`SELECT id FROM transfers WHERE account_id = $1 AND kind = 'charge'`, [accountId]);

  // Keep this test in `npm test`: it checks the charged amount in the transfer, the usage row and the balance.
  it('writes the transfer, the usage row and the new balance before it resolves', async () => {
    const accountId = await createAccount(charging.dataSource, 1_000n);
    const problem = JSON.stringify({ detail: 'No "such" \\ post, {NULL},\n§' });
    const record = usageRecord(accountId, { status: 404, code: 'not_found', problem });
    expect(await charging.queue.charge(record)).toEqual({ accepted: true, balanceMicros: 400n });
    expect(await balanceOf(charging.dataSource, accountId)).toBe(400n);
    expect(await charging.dataSource.query('SELECT * FROM transfers WHERE id = $1', [record.requestId])).toMatchObject([
      { kind: 'charge', amount_micros: '-600', balance_after_micros: '400', house_account_id: 1 },
    ]);
    const [row] = await charging.dataSource.query('SELECT * FROM usage_rows WHERE request_id = $1', [record.requestId]);
    expect(row).toMatchObject({ charged: true, status: 404, code: 'not_found', price_micros: '600', units: 1 });
    expect(row.problem).toBe(problem);
  });

  it('accepts exactly as many charges as the balance pays for, however many are in flight', async () => {
    const accountId = await createAccount(charging.dataSource, 600n * 37n + 599n);
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => charging.queue.charge(usageRecord(accountId))),
    );
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(37);
    expect(outcomes.slice(0, 37).every((outcome) => outcome.accepted)).toBe(true);
    expect(outcomes.at(-1)).toEqual({
      accepted: false,
      reason: 'balance',
      balanceMicros: 599n,
      requiredMicros: 600n,
    });
    expect(await transfersOf(accountId)).toHaveLength(37);
    expect(await balanceOf(charging.dataSource, accountId)).toBe(599n);
  });

  it('accepts an affordable charge after it has refused a more expensive one', async () => {
    const accountId = await createAccount(charging.dataSource, 700n);
    const prices = [1_200n, 600n, 1_200n, 100n, 1n];
    const outcomes = await Promise.all(
      prices.map((priceMicros) => charging.queue.charge(usageRecord(accountId, { priceMicros }))),
    );
    expect(outcomes.map((outcome) => outcome.accepted)).toEqual([false, true, false, true, false]);
    expect(await balanceOf(charging.dataSource, accountId)).toBe(0n);
  });

  it('charges a request id once, even if it is repeated at the same time or later', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const record = usageRecord(accountId);
    const twice = await Promise.all([charging.queue.charge(record), charging.queue.charge(record)]);
    const later = await charging.queue.charge(record);
    expect([...twice, later]).toEqual(Array(3).fill({ accepted: true, balanceMicros: 5_400n }));
    expect(await transfersOf(accountId)).toHaveLength(1);
  });

  it('fails only the invalid row of a batch', async () => {
    const accountId = await createAccount(charging.dataSource, 60_000n);
    const records = Array.from({ length: 9 }, (_, index) =>
      usageRecord(accountId, index === 4 ? { operation: 'nul\u0000' } : {}),
    );
    const results = await Promise.allSettled(records.map((record) => charging.queue.charge(record)));
    expect(results.map((result) => result.status)).toEqual(
      records.map((_, index) => (index === 4 ? 'rejected' : 'fulfilled')),
    );
    expect(await balanceOf(charging.dataSource, accountId)).toBe(60_000n - 8n * 600n);
  });

  it('creates a missing daily partition', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const tomorrow = v7({ msecs: Date.now() + 86_400_000 });
    expect(await charging.queue.charge(usageRecord(accountId, { requestId: tomorrow }))).toMatchObject({
      accepted: true,
    });
  });

  it('commits synchronously even in a database whose default is asynchronous', async () => {
    await charging.dataSource.query(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$`,
    );
    const connection = chargeConnection(charging.url);
    expect(await connection.query('SHOW synchronous_commit', [])).toEqual([['on']]);
    await connection.close();
  });

  it('drops a charge whose caller disconnected before it was sent, and charges nothing', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    const gone = charging.queue.charge(usageRecord(accountId), { objection: new CallerGone() });
    await expect(gone).rejects.toBeInstanceOf(CallerGone);
    expect(await balanceOf(charging.dataSource, accountId)).toBe(6_000n);
  });

  it('keeps charging after a batch whose only caller disconnected', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    await charging.queue.charge(usageRecord(accountId), { objection: new CallerGone() }).catch(() => undefined);
    expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
  });
});
