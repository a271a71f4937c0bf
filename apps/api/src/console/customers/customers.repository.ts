import { Injectable } from '@nestjs/common';
import { type Account, type AccountRow, accountColumns, accountOf } from '../../core/accounts/accounts.repository';
import { addressOfUser } from '../../core/identity/users.repository';
import type { Db } from '../../platform/database/db';
import { burnDaysSql } from '../fields/runway';
import type { CustomerActivity } from './customer-activity.repository';

type MatchKind = 'id' | 'name' | 'email' | 'key';

export interface FoundCustomer extends Account {
  readonly owner: { readonly id: number; readonly email: string } | null;
  /** Null without a search. */
  readonly match: { readonly kind: MatchKind; readonly keyId: number | null } | null;
}

export interface Customer extends FoundCustomer {
  readonly activity: CustomerActivity;
}

export interface CustomerSearch {
  readonly text?: string | undefined;
  /** First characters of the random part of a key, at most eight. */
  readonly keyPrefix?: string | undefined;
  readonly accountId?: number | undefined;
}

/** Filter and order of the list. A search ignores both. */
export interface CustomerList {
  readonly view?: 'all' | 'low' | 'new' | 'suspended' | 'asking' | undefined;
  readonly sort?: 'newest' | 'days_left' | 'spend' | 'failing' | undefined;
}

interface FoundRow extends AccountRow {
  readonly ownerId: number | null;
  readonly ownerEmail: string | null;
  readonly matchKind: MatchKind | null;
  readonly matchKeyId: number | null;
}

/** Sums of the last seven days (UTC), for each account that made requests in this time. */
const activity = `
  SELECT account_id, sum(charged_micros) AS spent, sum(requests) AS requests,
    coalesce(sum(requests) FILTER (WHERE code <> '' AND charged_requests = 0), 0) AS failed
  FROM ledger.usage_daily WHERE day > (now() AT TIME ZONE 'UTC')::date - 7 GROUP BY account_id`;

const views = {
  all: 'true',
  low: `low_since IS NOT NULL OR balance_micros * ${burnDaysSql} < 3 * spent`,
  new: "created_at > now() - interval '30 days'",
  suspended: "status = 'suspended'",
  asking: 'top_up_asked_at IS NOT NULL',
};
const orders = {
  newest: 'a.id DESC',
  days_left: `a.balance_micros * ${burnDaysSql} / nullif(f.spent, 0) NULLS LAST, a.id DESC`,
  spend: 'f.spent DESC NULLS LAST, a.id DESC',
  failing: 'f.failed / nullif(f.requests, 0) DESC NULLS LAST, a.id DESC',
};

/** Returns each account once, with its best match. Each branch uses an index or reads a small table. */
const matching = `
  SELECT DISTINCT ON (account_id) account_id, kind, key_id FROM (
    SELECT id AS account_id, 0 AS rank, 'id' AS kind, NULL::bigint AS key_id FROM account_profiles WHERE id = $4 AND kind = 'customer'
    UNION ALL SELECT account_id, 1, 'key', id FROM api_keys WHERE prefix LIKE $5
    UNION ALL SELECT account_id, 2, 'email', NULL FROM users
      WHERE account_id IS NOT NULL AND coalesce(email, invited_email) LIKE lower($3)
    UNION ALL SELECT id, 3, 'name', NULL FROM account_profiles WHERE name ILIKE $3 AND kind = 'customer'
  ) AS found ORDER BY account_id, rank, key_id DESC`;

/** First a page of the directory's matches, then their accounts: no join with a distributed ledger is possible. */
const inDirectory = (found: string) => `
  f AS MATERIALIZED (
    SELECT * FROM (${found}) AS found WHERE $1::bigint IS NULL OR account_id < $1 ORDER BY account_id DESC LIMIT $2
  ), a AS MATERIALIZED (
    SELECT a.* FROM accounts a WHERE a.id = ANY (ARRAY (SELECT account_id FROM f))
  )`;

/** All customers with their sums, to filter or sort by them. The sums are null if there were no recent requests. */
const bySums = (condition: string) => `
  week AS MATERIALIZED (${activity}), a AS MATERIALIZED (
    SELECT a.* FROM accounts a WHERE a.kind = 'customer'
  ), f AS (
    SELECT id AS account_id, NULL AS kind, NULL::bigint AS key_id, spent, requests, failed
    FROM a LEFT JOIN week ON week.account_id = id WHERE ${condition}
  )`;

const selectCustomers = (found: string, order = orders.newest) => `
  WITH ${found}
  SELECT ${accountColumns}, o.id::float8 AS "ownerId", o.email AS "ownerEmail", f.kind AS "matchKind", f.key_id::float8 AS "matchKeyId"
  FROM f JOIN a ON a.id = f.account_id
  LEFT JOIN LATERAL (SELECT u.id, ${addressOfUser} FROM users u WHERE account_id = a.id ORDER BY id LIMIT 1) o ON true
  WHERE $1::bigint IS NULL OR a.id < $1 ORDER BY ${order} LIMIT $2`;

@Injectable()
export class CustomersRepository {
  /** Newest first. @param beforeId the last account of the previous page. */
  async search(db: Db, search: CustomerSearch, beforeId: number | undefined, limit: number): Promise<FoundCustomer[]> {
    const { text, keyPrefix, accountId } = search;
    const part = text === undefined ? undefined : `%${escapeLike(text)}%`;
    return this.query(db, inDirectory(matching), [
      beforeId,
      limit,
      part,
      accountId,
      keyPrefix && `${escapeLike(keyPrefix)}%`,
    ]);
  }

  /** @param beforeId as in {@link search}; only the order `newest` supports more than one page. */
  async list(
    db: Db,
    { view = 'all', sort = 'newest' }: CustomerList,
    beforeId: number | undefined,
    limit: number,
  ): Promise<FoundCustomer[]> {
    // Only the view `low` and the orders other than `newest` need the sums.
    const found =
      view !== 'low' && sort === 'newest'
        ? inDirectory(`SELECT id AS account_id, NULL AS kind, NULL::bigint AS key_id FROM account_profiles
            WHERE kind = 'customer' AND ${views[view]}`)
        : bySums(views[view]);
    return this.query(db, found, [beforeId, limit], orders[sort]);
  }

  private async query(db: Db, found: string, values: unknown[], order?: string): Promise<FoundCustomer[]> {
    const rows: FoundRow[] = await db.query(selectCustomers(found, order), values);
    return rows.map(({ ownerId, ownerEmail, matchKind, matchKeyId, ...account }) => ({
      ...accountOf(account),
      owner: ownerId === null ? null : { id: ownerId, email: ownerEmail! },
      match: matchKind && { kind: matchKind, keyId: matchKeyId },
    }));
  }
}

/** Escapes the wildcards of LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
