import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { StoredSecrets } from '../../../platform/secrets/stored-secrets';
import type { DueDelivery } from './webhooks.repository';

@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: StoredSecrets) {}

  /** A new secret and its sealed form. @throws {Problem} `conflict` when the installation cannot store secrets. */
  make(accountId: number): { secret: string; sealedSecret: string } {
    const secret = `whsec_${randomBytes(32).toString('base64url')}`;
    return { secret, sealedSecret: this.secrets.seal(secret, ownerOf(accountId)) };
  }

  /** @throws {Error} for the list of deliveries, when the key that sealed it is gone. */
  open({ account_id, sealed_secret }: Pick<DueDelivery, 'account_id' | 'sealed_secret'>): string {
    const opened = this.secrets.open(sealed_secret, ownerOf(account_id));
    if (opened === undefined) throw new Error('its secret can no longer be opened: set the webhook again');
    return opened;
  }
}

function ownerOf(accountId: number | string): string {
  return `webhook of account ${accountId}`;
}
