import { Injectable } from '@nestjs/common';
import { type Account, accountColumns } from '../../core/accounts/accounts.repository';
import type { Db } from '../../platform/database/data-source';
import { rowReader } from '../../platform/database/row-reader';

type MatchKind = 'id' | 'name' | 'email' | 'key';

export interface Customer extends Account {
  readonly owner: { readonly id: number; readonly email: string } | null;
  /** Null when nothing was searched for. */
  readonly match: { readonly kind: MatchKind; readonly keyId: number | null } | null;
}

export interface CustomerSearch {
  readonly text?: string | undefined;
  /** First characters of the random part of a key, at most eight. */
  readonly keyPrefix?: string | undefined;
  readonly accountId?: number | undefined;
  /** Only customers who ask for a top-up; nothing else is searched for then. */
  readonly asking?: boolean | undefined;
}

interface Row extends Account {
  ownerId: number | null;
  ownerEmail: string | null;
  matchKind: MatchKind | null;
  matchKeyId: number | null;
}

const rowOf = rowReader<Row>('id', 'ownerId', 'matchKeyId');

const allAccounts = `SELECT id AS account_id, NULL AS kind, NULL::bigint AS key_id FROM account_profiles`;

const askingAccounts = `${allAccounts} WHERE top_up_asked_at IS NOT NULL`;

/** Each account once, with its best match. Each branch has an index, or a short table. */
const matching = `
  SELECT DISTINCT ON (account_id) account_id, kind, key_id FROM (
    SELECT id AS account_id, 0 AS rank, 'id' AS kind, NULL::bigint AS key_id FROM account_profiles WHERE id = $4
    UNION ALL SELECT account_id, 1, 'key', id FROM api_keys WHERE prefix LIKE $5
    UNION ALL SELECT account_id, 2, 'email', NULL FROM users WHERE account_id IS NOT NULL AND email LIKE lower($3)
    UNION ALL SELECT id, 3, 'name', NULL FROM account_profiles WHERE name ILIKE $3
  ) AS found ORDER BY account_id, rank, key_id DESC`;

const selectCustomers = (found: string) => `
  SELECT ${accountColumns}, o.id AS owner_id, o.email AS owner_email, f.kind AS match_kind, f.key_id AS match_key_id
  FROM (${found}) AS f JOIN accounts a ON a.id = f.account_id
  LEFT JOIN LATERAL (SELECT id, email FROM users WHERE account_id = a.id ORDER BY id LIMIT 1) o ON true
  WHERE a.kind = 'customer' AND ($1::bigint IS NULL OR a.id < $1) ORDER BY a.id DESC LIMIT $2`;

@Injectable()
export class CustomersRepository {
  /** Newest first. @param beforeId the last account of the previous page. */
  async search(
    db: Db,
    search: CustomerSearch | undefined,
    beforeId: number | undefined,
    limit: number,
  ): Promise<Customer[]> {
    if (search?.asking) return this.query(db, askingAccounts, [beforeId, limit]);
    if (search === undefined || search.asking === false) return this.query(db, allAccounts, [beforeId, limit]);
    const { text, keyPrefix, accountId } = search;
    const part = text === undefined ? undefined : `%${escapeLike(text)}%`;
    return this.query(db, matching, [beforeId, limit, part, accountId, keyPrefix && `${escapeLike(keyPrefix)}%`]);
  }

  private async query(db: Db, found: string, values: unknown[]): Promise<Customer[]> {
    const rows: Record<string, unknown>[] = await db.query(selectCustomers(found), values);
    return rows.map(rowOf).map(({ ownerId, ownerEmail, matchKind, matchKeyId, ...account }) => ({
      ...account,
      owner: ownerId === null ? null : { id: ownerId, email: ownerEmail! },
      match: matchKind && { kind: matchKind, keyId: matchKeyId },
    }));
  }
}

/** LIKE gives these characters a special meaning. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
