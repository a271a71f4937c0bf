// Compares the callers' history with the ledger.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './product.mjs';

const { formatUsd } = api('../../../libs/dto/dist/index');
const { reconcile, describeDifferences } = api('core/billing/reconcile/reconcile');

const notReversed = 'NOT EXISTS (SELECT FROM ledger.reversals r WHERE r.transfer_id = t.id AND r.shard = t.shard)';
/** How long the processes may take to reverse late commits, one by one, on a busy machine. */
const reversalsMs = 60_000;

/** Retries a query, because on a busy machine connecting may take longer than its timeout. */
export async function patiently(query) {
  for (const endMs = performance.now() + reversalsMs; ; await sleep(200)) {
    try {
      return await query();
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
  }
}

/**
 * Compares the ledger with what the callers were told, and prints all counts.
 * @param moreOf further counts that must be 0, taken after the comparison. @returns the failures, in words.
 */
export async function judge({ dataSource, toppedUp }, { history }, moreOf = () => ({})) {
  const { report, ...counts } = await patiently(() => compare(dataSource, history, toppedUp));
  const more = await moreOf();
  const verdict = { ...counts, ...more };
  for (const [name, count] of Object.entries(verdict)) process.stdout.write(`${name.padEnd(32)} ${count}\n`);
  const failed = [...mustBeZero, ...Object.keys(more)].filter((name) => verdict[name] !== 0);
  return failed.length > 0 ? [report, `the ledger is wrong: ${failed.join(', ')}`] : [];
}

const mustBeZero = [
  'lost',
  'doubled',
  'charged differently',
  'successful, not charged',
  'usage differs',
  'charged but reported free',
  'charged without a request',
  'charged again',
  'successful for nothing',
  'top-ups lost or doubled',
  'differences',
];

async function compare(dataSource, history, topUps) {
  const all = await finalCharges(dataSource, history);
  const charges = all.filter(({ account_id }) => !history.retried.has(Number(account_id)));
  const retried = countRetried(all, history);
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
    'charged differently': paid.filter(([id, reported]) => differs(charged.get(id), reported)).length,
    'successful, not charged': history.uncharged,
    'usage differs': paid.filter(([id, { accountId, status }]) => usage.get(id) !== `${accountId} ${status}`).length,
    'charged but reported free': [...history.free].filter((id) => charged.has(id)).length,
    'reported free': history.free.size,
    unanswered: history.unanswered,
    'unanswered, charged': charges.length - paid.length,
    'charged without a request': Math.max(0, charges.length - paid.length - history.unanswered),
    ...retried,
    'top-ups acknowledged': topUps.length,
    'top-ups lost or doubled':
      topUps.length - new Set(credited.map(({ note }) => note)).size + (credited.length - topUps.length),
    'charges reversed': Number(reversed),
    differences: differences.length,
    report: describeDifferences(differences),
  };
}

/** Counts requests with idempotency keys, which must be charged once, however often they were retried. */
function countRetried(charges, { retried }) {
  const counts = { 'paid once': 0, 'without a response': 0, 'charged again': 0, 'successful for nothing': 0 };
  for (const [accountId, { paid, unanswered }] of retried) {
    const charged = charges.filter(({ account_id }) => Number(account_id) === accountId).length;
    counts['paid once'] += paid;
    counts['without a response'] += unanswered;
    counts['charged again'] += Math.max(0, charged - paid - unanswered);
    counts['successful for nothing'] += Math.max(0, paid - charged);
  }
  return counts;
}

/** @returns the charges that remain after all due reversals, or after the time for them. */
async function finalCharges(dataSource, history) {
  const deadlineMs = performance.now() + reversalsMs;
  for (;;) {
    const charges = await dataSource.query(
      `SELECT id, account_id, -amount_micros AS cost, balance_after_micros AS balance FROM ledger.transfers t
       WHERE kind = 'charge' AND ${notReversed}`,
    );
    const isReversed = !charges.some(({ id }) => history.free.has(id));
    if (isReversed || performance.now() > deadlineMs) return charges;
    await sleep(200);
  }
}

const reversible = `SELECT id FROM ledger.transfers t WHERE id = ANY($1::uuid[]) AND kind = 'charge' AND ${notReversed}`;

/**
 * Waits until late commits have been reversed. @param requestIds requests that were reported as free.
 * @returns those that are still charged.
 */
export async function untilReversed(dataSource, requestIds) {
  for (const endMs = performance.now() + reversalsMs; ; await sleep(200)) {
    const charged = await patiently(() => dataSource.query(reversible, [requestIds]));
    if (charged.length === 0 || performance.now() > endMs) return charged.map(({ id }) => id);
  }
}

function differs(charge, reported) {
  if (charge === undefined) return false;
  const ledger = [Number(charge.account_id), formatUsd(BigInt(charge.cost)), formatUsd(BigInt(charge.balance))];
  return ledger.join() !== [reported.accountId, reported.costUsd, reported.balanceUsd].join();
}
