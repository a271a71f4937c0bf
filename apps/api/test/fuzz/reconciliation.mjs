// Compares the responses with the ledger and the request log, once the process has flushed its writes.
import { microsOf } from './soundness.mjs';

/** Equal refusals of a minute share one row, which counts them. */
const shared = new Set([
  'unauthorized',
  'insufficient_balance',
  'key_cap_reached',
  'too_many_requests',
  'account_suspended',
  'service_unavailable',
]);

/** @param reported `Map` of request id → `{ accountId, status, code, costUsd }`; @param sinceId the request before all of them. */
export async function* disagreements(db, reported, sinceId) {
  const accounts = [...new Set([...reported.values()].map(({ accountId }) => accountId))];
  const charges = await db.query(
    `SELECT id, account_id, -amount_micros AS cost FROM transfers t
     WHERE kind = 'charge' AND account_id = ANY ($1) AND id > $2
       AND NOT EXISTS (SELECT FROM transfers r WHERE r.reverses = t.id)`,
    [accounts, sinceId],
  );
  const charged = new Map(charges.map((charge) => [charge.id, charge]));
  const columns = 'request_id, account_id, status, code, charged, price_micros, 1 + coalesce(repeats, 0) AS requests';
  const rows = await db.query(`SELECT ${columns} FROM usage_rows WHERE account_id = ANY ($1) AND request_id > $2`, [
    accounts,
    sinceId,
  ]);
  const used = new Map(rows.map((row) => [row.request_id, row]));
  let costMicros = 0;
  for (const [id, answer] of reported) {
    costMicros += microsOf(answer.costUsd);
    const failure = wrongCharge(charged.get(id), answer) ?? wrongRow(used.get(id), answer);
    if (failure) yield `${id} got ${answer.status} ${answer.code} for ${answer.costUsd}: ${failure}`;
  }
  for (const id of charged.keys()) if (!reported.has(id)) yield `${id} was charged without a response`;
  const reportedBy = countsBy([...reported.values()].map(({ code }) => ({ code, requests: 1 })));
  const loggedBy = countsBy(rows.map(({ code, requests }) => ({ code: code ?? 'ok', requests: Number(requests) })));
  for (const code of new Set([...reportedBy.keys(), ...loggedBy.keys()]))
    if (reportedBy.get(code) !== loggedBy.get(code))
      yield `the request log has ${loggedBy.get(code)} of ${reportedBy.get(code)} requests with the code ${code}`;
  for (const row of rows) if (!reported.has(row.request_id)) yield `${JSON.stringify(row)} has no response`;
  const spent = charges.reduce((sum, { cost }) => sum + Number(cost), 0);
  if (spent !== costMicros) yield `the ledger charged ${spent} micros, responses reported ${costMicros}`;
}

function countsBy(items) {
  const counts = new Map();
  for (const { code, requests } of items) counts.set(code, (counts.get(code) ?? 0) + requests);
  return counts;
}

function wrongCharge(charge, { accountId, costUsd }) {
  const cost = charge ? Number(charge.cost) : 0;
  if (cost !== microsOf(costUsd)) return `the ledger has ${cost} micros`;
  return charge && `${charge.account_id}` !== `${accountId}` ? `account ${charge.account_id} paid` : undefined;
}

function wrongRow(row, { accountId, status, code, costUsd }) {
  if (!row) return shared.has(code) ? undefined : 'no row in the request log';
  const expected = [accountId, status, code === 'ok' ? null : code, microsOf(costUsd) > 0].join();
  const logged = [row.account_id, row.status, row.code, row.charged].join();
  return logged === expected ? undefined : `the request log has ${logged}`;
}
