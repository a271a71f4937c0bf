import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { StoredSecrets } from '../../../platform/secrets/stored-secrets';
import { type KeptSecret, WebhooksRepository } from './webhooks.repository';

@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: WebhooksRepository,
    private readonly secrets: StoredSecrets,
  ) {}

  /** A new secret and its sealed form. @throws {Problem} `conflict` when the installation cannot store secrets. */
  make(accountId: number): { secret: string; sealedSecret: string } {
    const secret = `whsec_${randomBytes(32).toString('base64url')}`;
    return { secret, sealedSecret: this.secrets.seal(secret, ownerOf(accountId)) };
  }

  /** @throws {Error} for the list of deliveries, when the key that sealed it is gone. */
  open({ account_id, secret, sealed_secret }: KeptSecret): string {
    const opened = secret ?? this.secrets.open(sealed_secret!, ownerOf(account_id));
    if (opened === undefined) throw new Error('its secret can no longer be opened: set the webhook again');
    return opened;
  }

  /** Seals what an older version stored unsealed. Without a key those secrets keep working as they are. */
  async sealOlder(): Promise<void> {
    if (!this.secrets.isPossible) return;
    for (const kept of await this.repository.unsealed(this.dataSource)) {
      const sealed = this.secrets.seal(kept.secret!, ownerOf(kept.account_id));
      await this.repository.seal(this.dataSource, kept, sealed);
    }
  }
}

function ownerOf(accountId: number | string): string {
  return `webhook of account ${accountId}`;
}
