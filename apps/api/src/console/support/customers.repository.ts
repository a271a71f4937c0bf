import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Account, type AccountRow, accountOf } from '../../core/accounts/accounts.repository';
import type { searchMatches } from './customers.dto';

type MatchKind = (typeof searchMatches)[number];

/** An account that a search found, and why. */
export interface Customer extends Account {
  readonly owner: { readonly id: number; readonly email: string } | null;
  /** Null when nothing was searched for. */
  readonly match: { readonly kind: MatchKind; readonly keyId: number | null } | null;
}

/** What to look for; what is undefined is not looked for. */
export interface CustomerSearch {
  /** Part of a name or e-mail address. */
  readonly text?: string | undefined;
  /** First characters of the random part of a key, at most eight. */
  readonly keyPrefix?: string | undefined;
  readonly accountId?: number | undefined;
}

interface Row extends AccountRow {
  owner_id: string | null;
  owner_email: string | null;
  match_kind: MatchKind | null;
  match_key_id: string | null;
}

const everybody = `SELECT id AS account_id, NULL AS kind, NULL::bigint AS key_id FROM accounts`;

/** Each account once, with the best reason; each branch has an index, or a table that is short. */
const matching = `
  SELECT DISTINCT ON (account_id) account_id, kind, key_id FROM (
    SELECT id AS account_id, 0 AS rank, 'id' AS kind, NULL::bigint AS key_id FROM accounts WHERE id = $4
    UNION ALL SELECT account_id, 1, 'key', id FROM api_keys WHERE prefix LIKE $5
    UNION ALL SELECT account_id, 2, 'email', NULL FROM users WHERE account_id IS NOT NULL AND email LIKE lower($3)
    UNION ALL SELECT id, 3, 'name', NULL FROM accounts WHERE name ILIKE $3
  ) AS found ORDER BY account_id, rank, key_id DESC`;

const selectCustomers = (found: string) => `
  SELECT a.*, o.id AS owner_id, o.email AS owner_email, f.kind AS match_kind, f.key_id AS match_key_id
  FROM (${found}) AS f JOIN accounts a ON a.id = f.account_id
  LEFT JOIN LATERAL (SELECT id, email FROM users WHERE account_id = a.id ORDER BY id LIMIT 1) o ON true
  WHERE a.kind = 'customer' AND ($1::bigint IS NULL OR a.id < $1) ORDER BY a.id DESC LIMIT $2`;

/** Finds customers' accounts for support. */
@Injectable()
export class CustomersRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. @param beforeId the last account of the page before. */
  async search(search: CustomerSearch | undefined, beforeId: number | undefined, limit: number): Promise<Customer[]> {
    if (search === undefined) return this.query(everybody, [beforeId, limit]);
    const { text, keyPrefix, accountId } = search;
    const part = text === undefined ? undefined : `%${escaped(text)}%`;
    return this.query(matching, [beforeId, limit, part, accountId, keyPrefix && `${escaped(keyPrefix)}%`]);
  }

  private async query(found: string, values: unknown[]): Promise<Customer[]> {
    const rows: Row[] = await this.dataSource.query(selectCustomers(found), values);
    return rows.map((row) => ({
      ...accountOf(row),
      owner: row.owner_id === null ? null : { id: Number(row.owner_id), email: row.owner_email! },
      match: row.match_kind && {
        kind: row.match_kind,
        keyId: row.match_key_id === null ? null : Number(row.match_key_id),
      },
    }));
  }
}

/** LIKE takes these for more than themselves. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
