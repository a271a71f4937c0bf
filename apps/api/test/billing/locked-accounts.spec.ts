import { patience } from '../../../../scripts/lib/patience.cjs';
import { CallerGone, type Payer } from '../../src/core/billing/charge-outcome';
import { utcDay } from '../../src/platform/utc-days';
import { isDistributed } from '../support/test-database';
import { until } from '../support/until';
import { balanceOf, usageRecord } from './charge-fixtures';
import { bounds, type Charging, ContendedLedger, locks, opening, patientBounds } from './contended-ledger';

/** Pause between a caller's charges, so that other tests get processor time. */
const pauseMs = 10;
/** Usually half of the product's maximum wait, because these tests wait until it is over. */
const shortBounds = { ...bounds, maxWaitMs: 1_500 * patience };

describe('charges while another session holds a lock', () => {
  let ledger: ContendedLedger;
  beforeEach(async () => {
    ledger = await ContendedLedger.create();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    expect(await ledger.close()).toEqual([]);
  });

  it.each(locks)('succeed for other accounts and are refused for the locked one (lock on %s)', async (_what, lock) => {
    const charging = ledger.startProcess(shortBounds);
    const { queue } = charging;
    const [locked, ...others] = await Promise.all([
      ledger.newAccount(),
      ledger.newAccount(),
      ledger.newAccount(),
      ledger.newAccount(),
    ]);
    const release = await lock(ledger, locked!);
    const balance = await balanceOf(ledger.dataSource, locked!);
    const refused = Array.from({ length: 20 }, () => queue.charge(usageRecord(locked!)));
    const callers = others.map((id) => ledger.startCaller(charging, id, pauseMs));
    // While the charges wait, a queue that blocks on the lock would charge no other account more than three times.
    await until('each of the others is charged ten times', () => callers.every(({ tookMs }) => tookMs.length >= 10));
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'service_unavailable' }) };
    expect(await Promise.allSettled(refused)).toEqual(refused.map(() => unavailable));
    // A charge that arrives while the lock is known also waits and is refused.
    const late = queue.charge(usageRecord(locked!));
    let isOver = false;
    late.catch(() => (isOver = true));
    await until('the account is refused at once', () => isOver || isRefusedAtOnce(queue, locked!));
    expect(isRefusedAtOnce(queue, locked!)).toBe(true);
    expect(isRefusedAtOnce(queue, others[0]!)).toBe(false);
    await expect(late).rejects.toMatchObject({ code: 'service_unavailable' });
    await Promise.all(callers.map((caller) => caller.end()));
    await release();
    expect(await queue.charge(usageRecord(locked!))).toMatchObject({ accepted: true });
    expect(ledger.processes.flatMap(({ errors }) => errors)).toEqual([]);
    // On a distributed ledger a charge in flight may be committed after its caller got a 503.
    if (!isDistributed) expect(ledger.processes.flatMap(({ lateCommits }) => lateCommits)).toEqual([]);
    await ledger.reverseLateCommits();
    expect(await balanceOf(ledger.dataSource, locked!)).toBe(balance - 600n);
  });

  it('run in their order as soon as the locked account is free', async () => {
    const { queue } = ledger.startProcess(patientBounds);
    const locked = await ledger.newAccount();
    const release = await ledger.holdAccount(locked);
    const charges = Array.from({ length: 300 }, () => queue.charge(usageRecord(locked)));
    await until('all wait for the account', () => queue.length === 0 && queue.lockedAccounts === 1);
    await release();
    const balances = (await Promise.all(charges)).map((outcome) => outcome.accepted && outcome.balanceMicros);
    expect(balances).toEqual(charges.map((_, index) => opening - 600n * BigInt(index + 1)));
    expect(queue.lockedAccounts).toBe(0);
  });

  it('wait for one account, at most 500 at a time, and are dropped if their caller disconnects', async () => {
    const { queue } = ledger.startProcess(patientBounds);
    const locked = await ledger.newAccount();
    const release = await ledger.holdAccount(locked);
    const payer: Payer = { objection: undefined };
    let refused = 0;
    const charges = Array.from({ length: 800 }, () => queue.charge(usageRecord(locked), payer));
    for (const charge of charges) charge.catch(() => refused++);
    const outcomes = Promise.allSettled(charges);
    await until('300 are refused', () => queue.length === 0 && refused === 300);
    Object.assign(payer, { objection: new CallerGone() });
    // Awaits the outcomes before the release, after which the one charge that was sent already would be committed.
    const reasons = (await outcomes).map((outcome) => outcome.status === 'rejected' && outcome.reason.constructor.name);
    expect(reasons.filter((reason) => reason === 'Problem')).toHaveLength(300);
    expect(reasons.filter((reason) => reason === 'CallerGone')).toHaveLength(500);
    await release();
    expect(await balanceOf(ledger.dataSource, locked)).toBe(opening);
  });

  it.each([
    ['a whole table', () => 'ledger.transfers'],
    ['a day’s partition', () => `ledger.usage_rows_${utcDay(Date.now()).replaceAll('-', '')}`],
  ])('are refused for all accounts while %s is locked, and succeed afterwards', async (_what, tableOf) => {
    const charging = ledger.startProcess(shortBounds);
    const { queue } = charging;
    const accounts = await Promise.all([ledger.newAccount(), ledger.newAccount()]);
    await queue.charge(usageRecord(accounts[0]!));
    const release = await ledger.holdTable(tableOf());
    const records = accounts.map((id) => usageRecord(id));
    const outcomes = await Promise.allSettled(records.map((record) => queue.charge(record)));
    const unavailable = { status: 'rejected', reason: expect.objectContaining({ code: 'service_unavailable' }) };
    expect(outcomes).toEqual([unavailable, unavailable]);
    expect(queue.isWritable).toBe(false);
    expect(queue.lockedAccounts).toBe(0);
    await release();
    await queue.whenWritable();
    // Charges both accounts: on a distributed ledger, they may be in two shards, whose queues recover separately.
    for (const id of accounts) expect(await queue.charge(usageRecord(id))).toMatchObject({ accepted: true });
    // A charge in flight when its caller got a 503 may be committed after the lock ends, and is then reversed.
    expect(records.map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(charging.lateCommits));
    await ledger.reverseLateCommits();
    const balances = await Promise.all(accounts.map((id) => balanceOf(ledger.dataSource, id)));
    expect(balances).toEqual([opening - 1_200n, opening - 600n]);
  });
});

function isRefusedAtOnce(queue: Charging['queue'], accountId: number): boolean {
  try {
    queue.requireWritable(accountId);
    return false;
  } catch {
    return true;
  }
}
