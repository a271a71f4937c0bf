import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { StoredSecrets } from '../../../platform/secrets/stored-secrets';
import type { DueDelivery } from './webhooks.repository';

/** The signing secrets of webhooks, stored encrypted. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: StoredSecrets) {}

  /** Creates a secret. @throws {Problem} `conflict` when the installation cannot store secrets */
  make(accountId: number): { secret: string; encryptedSecret: string } {
    const secret = `whsec_${randomBytes(32).toString('base64url')}`;
    return { secret, encryptedSecret: this.secrets.encrypt(secret, ownerOf(accountId)) };
  }

  decrypt({ account_id, encrypted_secret }: Pick<DueDelivery, 'account_id' | 'encrypted_secret'>): string {
    const opened = this.secrets.decrypt(encrypted_secret, ownerOf(account_id));
    if (opened === undefined) throw new Error('the signing secret can no longer be decrypted: set the webhook again');
    return opened;
  }
}

function ownerOf(accountId: number | string): string {
  return `webhook of account ${accountId}`;
}
