import { Accounts } from '../../src/core/accounts/accounts';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { Reversals } from '../../src/core/billing/reversals';
import { TopUps } from '../../src/core/billing/top-ups';
import { accountsOn, reversalsOn, topUpsOn } from '../support/services';
import { untilBlocked } from '../support/test-database';
import { balanceOf, createAccount, prepareCharging, usageRecord } from './charge-fixtures';

const actor = { userId: 7, label: 'support@example.com', address: '203.0.113.9' };

describe('account changes by support', () => {
  const charging = prepareCharging();
  let topUps: TopUps;
  let reversals: Reversals;
  let accounts: Accounts;
  beforeAll(() => {
    topUps = topUpsOn(charging.dataSource);
    reversals = reversalsOn(charging.dataSource);
    accounts = accountsOn(charging.dataSource);
  });

  const auditOf = (accountId: number) =>
    charging.dataSource.query('SELECT action, actor_user_id, address, detail FROM audit_log WHERE account_id = $1', [
      accountId,
    ]);

  describe('a top-up', () => {
    it('can be spent by the very next charge, and is audited with actor and address', async () => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const topUp = { accountId, amountMicros: 5_000_000n, note: 'Invoice 1', idempotencyKey: `a${accountId}`, actor };
      const { balanceMicros } = await topUps.credit(topUp);
      expect(balanceMicros).toBe(5_000_000n);
      expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
      expect(await auditOf(accountId)).toEqual([
        {
          action: 'account.top_up',
          actor_user_id: '7',
          address: '203.0.113.9',
          detail: { amount_usd: '5.000000', note: 'Invoice 1' },
        },
      ]);
    });

    it('is credited once however many repeats race, and all of them get the first response', async () => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const topUp = { accountId, amountMicros: 70n, note: 'Race', idempotencyKey: `b${accountId}`, actor };
      const answers = await Promise.all(Array.from({ length: 8 }, () => topUps.credit(topUp)));
      expect(new Set(answers.map((answer) => answer.entryId)).size).toBe(1);
      expect(await balanceOf(charging.dataSource, accountId)).toBe(70n);
      await charging.queue.charge(usageRecord(accountId, { priceMicros: 10n }));
      expect(await topUps.credit(topUp)).toEqual(answers[0]);
      expect(await auditOf(accountId)).toHaveLength(1);
    });

    it.each([
      ['amount', { amountMicros: 71n }],
      ['note', { note: 'Other' }],
      ['account', { accountId: 999_999 }],
    ])('is refused when its idempotency key was used with another %s', async (_what, change) => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const topUp = { accountId, amountMicros: 70n, note: 'First', idempotencyKey: `c${accountId}`, actor };
      await topUps.credit(topUp);
      await expect(topUps.credit({ ...topUp, ...change })).rejects.toMatchObject({ code: 'conflict' });
      expect(await balanceOf(charging.dataSource, accountId)).toBe(70n);
    });

    it('returns the first response to a repeat that sees the idempotency key, but not yet the transfer', async () => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const topUp = { accountId, amountMicros: 70n, note: 'In two parts', idempotencyKey: `p${accountId}`, actor };
      await topUps.credit(topUp);
      // The second top-up is committed on the coordinator, but not yet on the server that has the shard.
      const server = charging.dataSource.createQueryRunner();
      await server.startTransaction();
      const posting = { accountId, houseAccountId: 2, amountMicros: 70n, kind: 'top_up', note: topUp.note } as const;
      const posted = await new LedgerRepository().post(server.manager, posting);
      await charging.dataSource.query(
        `INSERT INTO top_up_keys (idempotency_key, body_hash, transfer_id)
         SELECT $2, body_hash, $3 FROM top_up_keys WHERE idempotency_key = $1`,
        [topUp.idempotencyKey, `q${accountId}`, posted.entryId],
      );
      const repeated = topUps.credit({ ...topUp, idempotencyKey: `q${accountId}` });
      await untilBlocked(charging.dataSource);
      await server.commitTransaction();
      expect(await repeated.finally(() => server.release())).toEqual(posted);
      expect(await balanceOf(charging.dataSource, accountId)).toBe(140n);
    });

    it('writes again when repeated, so that a standby has the first write before the repeat is acknowledged', async () => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const topUp = { accountId, amountMicros: 70n, note: 'Twice', idempotencyKey: `w${accountId}`, actor };
      const writer = async () => {
        await topUps.credit(topUp);
        const rows = await charging.dataSource.query('SELECT xmin FROM top_up_keys WHERE idempotency_key = $1', [
          topUp.idempotencyKey,
        ]);
        return rows[0].xmin;
      };
      expect(await writer()).not.toBe(await writer());
    });

    it('is credited once when requests with one idempotency key and different amounts race', async () => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const requests = Array.from({ length: 8 }, (_, index) => ({
        accountId,
        amountMicros: BigInt(index + 1),
        note: 'Race',
        idempotencyKey: `f${accountId}`,
        actor,
      }));
      const answers = await Promise.allSettled(requests.map((topUp) => topUps.credit(topUp)));
      const credited = answers.flatMap((answer, index) => (answer.status === 'fulfilled' ? [requests[index]!] : []));
      expect(credited).toHaveLength(1);
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' });
      }
      expect(await balanceOf(charging.dataSource, accountId)).toBe(credited[0]!.amountMicros);
      expect(await auditOf(accountId)).toHaveLength(1);
    });

    it('leaves its idempotency key unused when it fails, so that a corrected request can succeed', async () => {
      const topUp = { accountId: 1, amountMicros: 70n, note: 'House', idempotencyKey: 'd', actor };
      await expect(topUps.credit(topUp)).rejects.toMatchObject({ code: 'not_found' });
      const accountId = await createAccount(charging.dataSource, 0n);
      expect(await topUps.credit({ ...topUp, accountId })).toMatchObject({ balanceMicros: 70n });
    });

    it('needs its amount confirmed above the limit, but not at the limit', async () => {
      const atBound = { accountId: await createAccount(charging.dataSource, 0n), amountMicros: 1_000_000_000n };
      await topUps.credit({ ...atBound, note: 'Bound', idempotencyKey: `g${atBound.accountId}`, actor });
      const accountId = await createAccount(charging.dataSource, 0n);
      const amountMicros = 1_000_000_001n;
      const topUp = { accountId, amountMicros, note: 'Large', idempotencyKey: `e${accountId}`, actor };
      await expect(topUps.credit(topUp)).rejects.toMatchObject({ code: 'unprocessable_entity' });
      await expect(topUps.credit({ ...topUp, confirmAmountMicros: 1n })).rejects.toMatchObject({
        members: { errors: [{ parameter: 'confirm_amount_usd' }] },
      });
      expect(await topUps.credit({ ...topUp, confirmAmountMicros: amountMicros })).toMatchObject({
        balanceMicros: amountMicros,
      });
    });
  });

  describe('a reversal', () => {
    const topUp = async (amountMicros: bigint) => {
      const accountId = await createAccount(charging.dataSource, 0n);
      const idempotencyKey = `r${accountId}`;
      const { entryId } = await topUps.credit({ accountId, amountMicros, note: 'To reverse', idempotencyKey, actor });
      return { accountId, entryId };
    };

    it('is a new transfer that names the reversed one, and succeeds once when many race', async () => {
      const { accountId, entryId } = await topUp(500n);
      const racing = await Promise.allSettled(
        Array.from({ length: 6 }, () => reversals.reverse({ entryId, note: 'Mistake', actor })),
      );
      expect(racing.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
      for (const result of racing) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
      }
      expect(await balanceOf(charging.dataSource, accountId)).toBe(0n);
      const [reversal, reversed] = await new LedgerRepository().list(charging.dataSource, accountId, {}, 10);
      expect(reversal).toMatchObject({ kind: 'reversal', amountMicros: -500n, reverses: entryId });
      expect(reversed).toMatchObject({ kind: 'top_up', reversedBy: reversal!.entryId });
    });

    it('is refused when it would overdraw the account, and writes nothing', async () => {
      const { accountId, entryId } = await topUp(600n);
      await charging.queue.charge(usageRecord(accountId));
      await expect(reversals.reverse({ entryId, note: 'Late', actor })).rejects.toMatchObject({ code: 'conflict' });
      expect(await auditOf(accountId)).toHaveLength(1);
    });

    it('never debits more than was credited when it races with charges', async () => {
      for (let round = 0; round < 8; round++) {
        const { accountId, entryId } = await topUp(6_000n);
        const charges = Array.from({ length: 4 }, () => charging.queue.charge(usageRecord(accountId)));
        const [reversed] = await Promise.allSettled([reversals.reverse({ entryId, note: 'Race', actor })]);
        const accepted = (await Promise.all(charges)).filter((outcome) => outcome.accepted).length;
        // The reversal debits the whole sum, so it succeeds only if it precedes every charge.
        if (reversed.status === 'fulfilled') expect(accepted).toBe(0);
        else expect([accepted, reversed.reason]).toEqual([4, expect.objectContaining({ code: 'conflict' })]);
        const left = reversed.status === 'fulfilled' ? 0n : 6_000n - 4n * 600n;
        expect(await balanceOf(charging.dataSource, accountId)).toBe(left);
      }
    });

    it('cannot be reversed itself, and needs an existing entry', async () => {
      const { entryId } = await topUp(600n);
      const reversal = await reversals.reverse({ entryId, note: 'Mistake', actor });
      const again = reversals.reverse({ entryId: reversal.entryId, note: 'Undo', actor });
      await expect(again).rejects.toMatchObject({ code: 'conflict' });
      for (const unknown of ['018f4e2a-0000-7000-8000-000000000000', 'nonsense']) {
        const missing = reversals.reverse({ entryId: unknown, note: 'None', actor });
        await expect(missing).rejects.toMatchObject({ code: 'not_found' });
      }
    });
  });

  it('an account change is rolled back when its audit entry cannot be written', async () => {
    const accountId = await createAccount(charging.dataSource, 600n);
    const record = usageRecord(accountId);
    await charging.queue.charge(record);
    // The audit log refuses an entry without an actor's label, so the change is rolled back too.
    const nobody = { ...actor, label: null as never };
    const topUp = { accountId, amountMicros: 70n, note: 'None', idempotencyKey: `h${accountId}`, actor: nobody };
    for (const operation of [
      topUps.credit(topUp),
      reversals.reverse({ entryId: record.requestId, note: 'None', actor: nobody }),
      accounts.suspend({ accountId, actor: nobody }),
      accounts.setThreshold({ accountId, thresholdMicros: 1n, actor: nobody }),
    ]) {
      await expect(operation).rejects.toThrow('actor_label');
    }
    const sql = 'SELECT balance_micros, status, low_balance_threshold_micros AS threshold FROM accounts WHERE id = $1';
    expect(await charging.dataSource.query(sql, [accountId])).toEqual([
      { balance_micros: '0', status: 'active', threshold: null },
    ]);
    expect(await topUps.credit({ ...topUp, actor })).toMatchObject({ balanceMicros: 70n });
  });

  it('a suspended account is charged nothing until it is resumed', async () => {
    const accountId = await createAccount(charging.dataSource, 6_000n);
    await accounts.suspend({ accountId, note: 'Abuse', actor });
    expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: false, reason: 'suspended' });
    await expect(accounts.suspend({ accountId, actor })).rejects.toMatchObject({ code: 'conflict' });
    await accounts.resume({ accountId, actor });
    expect(await charging.queue.charge(usageRecord(accountId))).toMatchObject({ accepted: true });
    expect((await auditOf(accountId)).map((entry: { action: string }) => entry.action)).toEqual([
      'account.suspend',
      'account.resume',
    ]);
  });
});
