import { Injectable } from '@nestjs/common';
import { type Db, type EntityDb, isAny } from '../../../platform/database/db';
import { WebhookEndpoint } from '../../../platform/database/entities/webhooks';

export interface EndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  /** `true` also forgets past failures. */
  readonly enabled?: boolean | undefined;
}

/** The endpoints of accounts, and their secrets. */
@Injectable()
export class WebhookEndpointsRepository {
  list(db: EntityDb, accountId: number): Promise<WebhookEndpoint[]> {
    return db.getRepository(WebhookEndpoint).find({ where: { accountId }, order: { id: 'ASC' } });
  }

  find(db: EntityDb, accountId: number, id: number): Promise<WebhookEndpoint | null> {
    return db.getRepository(WebhookEndpoint).findOneBy({ accountId, id });
  }

  /** Serialises changes of the account's endpoints, and what counts their rows, until the transaction ends. */
  async lockAccount(db: Db, accountId: number): Promise<void> {
    await db.query('SELECT FROM account_profiles WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  }

  /** Inserts an endpoint, in the caller's transaction. @returns its id; undefined if the account has `max` endpoints */
  async insert(
    db: Db,
    { accountId, url, events }: Pick<WebhookEndpoint, 'accountId' | 'url' | 'events'>,
    encryptedSecret: string,
    max: number,
  ): Promise<number | undefined> {
    await this.lockAccount(db, accountId);
    const [endpoint] = await db.query(
      `INSERT INTO webhook_endpoints (account_id, url, events)
       SELECT $1, $2, $3 WHERE (SELECT count(*) FROM webhook_endpoints WHERE account_id = $1) < $4 RETURNING id::float8`,
      [accountId, url, events, max],
    );
    if (endpoint) await this.insertSecret(db, endpoint.id, encryptedSecret);
    return endpoint?.id;
  }

  async change(db: Db, id: number, { url, events, enabled }: EndpointChange): Promise<void> {
    await db.query(
      `UPDATE webhook_endpoints SET url = coalesce($2, url), events = coalesce($3, events),
         off_since = CASE WHEN $4 THEN NULL WHEN NOT $4 THEN coalesce(off_since, now()) ELSE off_since END,
         off_reason = CASE WHEN $4 THEN NULL WHEN NOT $4 THEN coalesce(off_reason, 'member') ELSE off_reason END,
         failing_since = CASE WHEN $4 IS DISTINCT FROM true AND coalesce($2 = url, true) THEN failing_since END
       WHERE id = $1`,
      [id, url, events, enabled],
    );
  }

  /** Its deliveries stay until they are old, and are never claimed again. */
  async remove(db: EntityDb, accountId: number, id: number): Promise<boolean> {
    return isAny(await db.getRepository(WebhookEndpoint).delete({ accountId, id }));
  }

  /** The present secret, encrypted. */
  async secret(db: Db, id: number): Promise<string> {
    const [row] = await db.query(
      'SELECT encrypted_secret AS secret FROM webhook_secrets WHERE endpoint_id = $1 AND retires_at IS NULL',
      [id],
    );
    return row.secret;
  }

  /**
   * Replaces the secret of an endpoint of a locked account. The old one signs along for a day.
   * @returns false, without a change, if `max` old ones sign along
   */
  async rotateSecret(db: Db, id: number, encryptedSecret: string, max: number): Promise<boolean> {
    const [retired] = await db.query(
      `UPDATE webhook_secrets SET retires_at = now() + interval '1 day' WHERE endpoint_id = $1 AND retires_at IS NULL
         AND (SELECT count(*) FROM webhook_secrets WHERE endpoint_id = $1 AND retires_at > now()) < $2 RETURNING id`,
      [id, max],
    );
    if (retired.length === 0) return false;
    await this.insertSecret(db, id, encryptedSecret);
    await db.query('UPDATE webhook_endpoints SET has_old_secret = false WHERE id = $1', [id]);
    return true;
  }

  private async insertSecret(db: Db, id: number, encryptedSecret: string): Promise<void> {
    await db.query('INSERT INTO webhook_secrets (endpoint_id, encrypted_secret) VALUES ($1, $2)', [
      id,
      encryptedSecret,
    ]);
  }
}
