import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from './product.mjs';

const { LedgerRepository } = api('core/billing/ledger.repository');
const { TopUps } = api('core/billing/top-ups');
const { TopUpsRepository } = api('core/billing/top-ups.repository');
const { apiKeyPrefix, generateApiKey, hashApiKey } = api('core/auth/api-key-format');

const actor = { userId: null, label: 'chaos', address: null };

export async function createCustomer(dataSource) {
  const apiKey = generateApiKey();
  const [{ id }] = await dataSource.query(
    `INSERT INTO accounts (kind, name) VALUES ('customer', 'Chaos') RETURNING id`,
  );
  await dataSource.query(`INSERT INTO api_keys (account_id, hash, prefix, name) VALUES ($1, $2, $3, 'chaos')`, [
    id,
    hashApiKey(apiKey),
    apiKeyPrefix(apiKey),
  ]);
  return { accountId: Number(id), apiKey };
}

/**
 * Retries a top-up with one idempotency key until it is acknowledged, however often the database fails.
 * @returns the key, which is also the note of the entry
 */
export async function topUp(dataSource, { accountId }, amountMicros) {
  const topUps = new TopUps(dataSource, new LedgerRepository(), new TopUpsRepository());
  const [idempotencyKey, amounts] = [randomUUID(), { amountMicros, confirmAmountMicros: amountMicros }];
  for (;;) {
    try {
      await topUps.credit({ accountId, ...amounts, note: idempotencyKey, idempotencyKey, actor });
      return idempotencyKey;
    } catch {
      await sleep(100);
    }
  }
}
