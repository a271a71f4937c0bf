import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { StoredSecrets } from '../../../platform/secrets/stored-secrets';

/** A webhook's secret as its row holds it: one of the two is there. */
interface KeptSecret {
  readonly account_id: string;
  readonly secret: string | null;
  readonly sealed_secret: string | null;
}

/** The secrets that deliveries are signed with. */
export class WebhookSecrets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: StoredSecrets,
  ) {}

  /** A new secret, and what to keep of it. @throws {Problem} `conflict` where secrets cannot be kept. */
  make(accountId: number): { secret: string; sealedSecret: string } {
    const secret = `whsec_${randomBytes(32).toString('base64url')}`;
    return { secret, sealedSecret: this.secrets.seal(secret, ownerOf(accountId)) };
  }

  /** @throws {Error} for the list of deliveries, when it was sealed with a key that is gone. */
  open({ account_id, secret, sealed_secret }: KeptSecret): string {
    const opened = secret ?? this.secrets.open(sealed_secret!, ownerOf(account_id));
    if (opened === undefined) throw new Error('its secret cannot be opened any more: set the webhook anew');
    return opened;
  }

  /** Seals what an older version has kept as it was. Without a key that goes on working as it is. */
  async sealOlder(): Promise<void> {
    if (!this.secrets.isPossible) return;
    const rows: KeptSecret[] = await this.dataSource.query('SELECT * FROM webhooks WHERE secret IS NOT NULL');
    for (const { account_id, secret } of rows) {
      // Unless the owner has just set another one.
      await this.dataSource.query(
        'UPDATE webhooks SET secret = NULL, sealed_secret = $3 WHERE account_id = $1 AND secret = $2',
        [account_id, secret, this.secrets.seal(secret!, ownerOf(account_id))],
      );
    }
  }
}

function ownerOf(accountId: number | string): string {
  return `webhook of account ${accountId}`;
}
