// Compares the callers' history with the ledger.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './servers.mjs';

const { formatUsd } = api('../../../libs/dto/dist/index');
const { reconcile, describeDifferences } = api('core/billing/reconcile/reconcile');

const standing = 'NOT EXISTS (SELECT FROM ledger.reversals r WHERE r.transfer_id = t.id AND r.shard = t.shard)';
/** How long the processes may take to reverse late commits, one by one, on a busy machine. */
const reversalsMs = 60_000;

/** On a busy machine, a connection may take longer than the timeout of Loupe's clients. */
export async function patiently(ask) {
  for (const endMs = performance.now() + reversalsMs; ; await sleep(200)) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}

/** Compares the ledger with what the callers were told. Everything but `acknowledged` and `unanswered…` must be 0. */
export function judge(dataSource, history, topUps) {
  return patiently(() => compare(dataSource, history, topUps));
}

async function compare(dataSource, history, topUps) {
  const all = await finalCharges(dataSource, history);
  const charges = all.filter(({ account_id }) => !history.once.has(Number(account_id)));
  const once = countOnce(all, history);
  const [{ reversed }] = await dataSource.query(`SELECT count(*) AS reversed FROM transfers WHERE kind = 'reversal'`);
  const charged = new Map(charges.map((charge) => [charge.id, charge]));
  const paid = [...history.paid];
  const credited = await dataSource.query(
    `SELECT n.note FROM transfer_notes n JOIN transfers t ON t.id = n.transfer_id WHERE t.kind = 'top_up'`,
  );
  const differences = await reconcile(dataSource);
  const used = await dataSource.query('SELECT request_id, account_id, status FROM usage_rows WHERE charged');
  const usage = new Map(used.map((row) => [row.request_id, `${row.account_id} ${row.status}`]));
  return {
    acknowledged: paid.length,
    lost: paid.filter(([id]) => !charged.has(id)).length,
    doubled: charges.length - charged.size,
    'charged another sum or account': paid.filter(([id, told]) => differs(charged.get(id), told)).length,
    'answered, not charged': history.givenAway,
    'usage says otherwise': paid.filter(([id, { accountId, status }]) => usage.get(id) !== `${accountId} ${status}`)
      .length,
    'charged though told free': [...history.free].filter((id) => charged.has(id)).length,
    'told free': history.free.size,
    unanswered: history.unanswered,
    'unanswered, charged': charges.length - paid.length,
    'charged without being asked': Math.max(0, charges.length - paid.length - history.unanswered),
    ...once,
    'top-ups acknowledged': topUps.length,
    'top-ups lost or doubled':
      topUps.length - new Set(credited.map(({ note }) => note)).size + (credited.length - topUps.length),
    'charges taken back': Number(reversed),
    differences: differences.length,
    report: describeDifferences(differences),
  };
}

/** Requests with idempotency keys: charged once, however often they were repeated. */
function countOnce(charges, { once }) {
  const counts = { 'paid once': 0, 'never answered': 0, 'charged again': 0, 'answered for nothing': 0 };
  for (const [accountId, { paid, unanswered }] of once) {
    const charged = charges.filter(({ account_id }) => Number(account_id) === accountId).length;
    counts['paid once'] += paid;
    counts['never answered'] += unanswered;
    counts['charged again'] += Math.max(0, charged - paid - unanswered);
    counts['answered for nothing'] += Math.max(0, paid - charged);
  }
  return counts;
}

/** The remaining charges, once the due reversals have been made, or should have been. */
async function finalCharges(dataSource, history) {
  const deadlineMs = performance.now() + reversalsMs;
  for (;;) {
    const charges = await dataSource.query(
      `SELECT id, account_id, -amount_micros AS cost, balance_after_micros AS balance FROM ledger.transfers t
       WHERE kind = 'charge' AND ${standing}`,
    );
    const isSettled = !charges.some(({ id }) => history.free.has(id));
    if (isSettled || performance.now() > deadlineMs) return charges;
    await sleep(200);
  }
}

const reversible = `SELECT id FROM ledger.transfers t WHERE id = ANY($1::uuid[]) AND kind = 'charge' AND ${standing}`;

/**
 * Waits until late commits have been reversed. @param requestIds requests whose callers were told that they are free.
 * @returns those that are still charged.
 */
export async function untilReversed(dataSource, requestIds) {
  for (const endMs = performance.now() + reversalsMs; ; await sleep(200)) {
    const charged = await patiently(() => dataSource.query(reversible, [requestIds]));
    if (charged.length === 0 || performance.now() > endMs) return charged.map(({ id }) => id);
  }
}

export function failures(verdict) {
  const mustBeZero = [
    'lost',
    'doubled',
    'charged another sum or account',
    'answered, not charged',
    'usage says otherwise',
    'charged though told free',
    'charged without being asked',
    'charged again',
    'answered for nothing',
    'top-ups lost or doubled',
    'differences',
    'races lost',
  ];
  return mustBeZero.filter((name) => verdict[name] !== 0);
}

function differs(charge, told) {
  if (charge === undefined) return false;
  const ledger = [Number(charge.account_id), formatUsd(BigInt(charge.cost)), formatUsd(BigInt(charge.balance))];
  return ledger.join() !== [told.accountId, told.costUsd, told.balanceUsd].join();
}
