import { Injectable } from '@nestjs/common';
import type { Db, Raw } from '../../../platform/database/db';
import { microsOf } from '../../../platform/database/entities/columns';
import type { ManagementToken, ManagementTokenChoices } from './management-token';

/** A token with the state of its account. */
export interface TokenInUse extends ManagementToken {
  readonly isAccountActive: boolean;
}

type Row = Raw<TokenInUse, 'dailyCapMicros'>;

const select = `
  SELECT t.id::float8, t.account_id::float8 AS "accountId", t.name, t.prefix, t.daily_cap_micros AS "dailyCapMicros",
    coalesce(t.allowed_ips, '{}') AS "allowedIps", t.expires_at AS "expiresAt", t.created_at AS "createdAt",
    t.revoked_at AS "revokedAt", t.last_used_at AS "lastUsedAt", t.last_used_from AS "lastUsedFrom", u.email AS "ownerEmail",
    p.status = 'active' AS "isAccountActive",
    CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked' WHEN t.expires_at <= clock_timestamp() THEN 'expired'
         WHEN u.id IS NULL THEN 'unconfirmed' ELSE 'active' END AS state
  FROM management_tokens t JOIN account_profiles p ON p.id = t.account_id
    LEFT JOIN users u ON u.id = t.owner_id AND u.role = 'owner'`;

/** The user $2, if this user is an owner of the account $1. The caller has locked the account, so this stays true. */
const owner = `SELECT id FROM users WHERE account_id = $1 AND id = $2 AND role = 'owner'`;

@Injectable()
export class ManagementTokensRepository {
  /** Locks an account, so that its owners do not change meanwhile. It is locked before its tokens. */
  async lockAccount(db: Db, accountId: number): Promise<void> {
    await db.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  }

  /** Newest first; tokens that have ended come last, and at most `limit` of all. */
  async list(db: Db, accountId: number, limit: number): Promise<ManagementToken[]> {
    const ended = `(t.revoked_at IS NOT NULL OR coalesce(t.expires_at <= now(), false))`;
    const rows: Row[] = await db.query(`${select} WHERE t.account_id = $1 ORDER BY ${ended}, t.id DESC LIMIT $2`, [
      accountId,
      limit,
    ]);
    return rows.map(tokenOf);
  }

  async find(db: Db, accountId: number, id: number): Promise<ManagementToken | undefined> {
    const [row]: Row[] = await db.query(`${select} WHERE t.account_id = $1 AND t.id = $2`, [accountId, id]);
    return row && tokenOf(row);
  }

  async findByHash(db: Db, hash: Buffer): Promise<TokenInUse | undefined> {
    const [row]: Row[] = await db.query(`${select} WHERE t.hash = $1`, [hash]);
    return row && tokenOf(row);
  }

  /** Finds a token and keeps it from ending until the transaction ends. */
  async hold(db: Db, { accountId, id }: ManagementToken): Promise<ManagementToken | undefined> {
    await db.query('SELECT FROM management_tokens WHERE id = $1 FOR SHARE', [id]);
    return this.find(db, accountId, id);
  }

  /** @returns its id; undefined if the user is no owner, or the account has `maxTokens` that have not ended. */
  async insert(
    db: Db,
    accountId: number,
    userId: number | null,
    token: ManagementTokenChoices & { readonly hash: Buffer; readonly prefix: string },
    maxTokens: number,
  ): Promise<number | undefined> {
    const { name, hash, prefix, dailyCapMicros, allowedIps, expiresAt } = token;
    const [row] = await db.query(
      `INSERT INTO management_tokens (account_id, owner_id, name, hash, prefix, daily_cap_micros, allowed_ips, expires_at)
       SELECT $1, id, $3, $4, $5, $6, $7, $8 FROM (${owner}) AS owner
       WHERE $9 > (SELECT count(*) FROM management_tokens
         WHERE account_id = $1 AND revoked_at IS NULL AND coalesce(expires_at > now(), true))
       RETURNING id`,
      [
        accountId,
        userId,
        name,
        hash,
        prefix,
        dailyCapMicros?.toString(),
        allowedIps.length > 0 ? allowedIps : null,
        expiresAt,
        maxTokens,
      ],
    );
    return row && Number(row.id);
  }

  /** The user answers for the token from now on. @returns false if the user is no owner. */
  async setOwner(db: Db, accountId: number, userId: number | null, id: number): Promise<boolean> {
    const [, changed] = await db.query(
      `UPDATE management_tokens SET owner_id = owner.id FROM (${owner}) AS owner WHERE account_id = $1 AND management_tokens.id = $3`,
      [accountId, userId, id],
    );
    return changed > 0;
  }

  /** @returns false if it was revoked before. */
  async revoke(db: Db, id: number): Promise<boolean> {
    const [, changed] = await db.query(
      'UPDATE management_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
    return changed > 0;
  }

  /** Records a use, at most once a minute. */
  async touch(db: Db, id: number, address: string): Promise<void> {
    await db.query(
      `UPDATE management_tokens SET last_used_at = date_trunc('minute', now()), last_used_from = $2
       WHERE id = $1 AND coalesce(last_used_at < date_trunc('minute', now()), true)`,
      [id, address],
    );
  }
}

function tokenOf(row: Row): TokenInUse {
  return { ...row, dailyCapMicros: microsOf(row.dailyCapMicros) };
}
