import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { StoredSecrets } from '../../../platform/secrets/stored-secrets';

const prefix = 'whsec_';

/** The signing secrets of webhooks, stored encrypted. */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: StoredSecrets) {}

  /** Creates a secret. @throws {Problem} `conflict` when the installation cannot store secrets */
  make(accountId: number): { secret: string; encryptedSecret: string } {
    const secret = `${prefix}${randomBytes(32).toString('base64')}`;
    return { secret, encryptedSecret: this.secrets.encrypt(secret, ownerOf(accountId)) };
  }

  /**
   * Decrypts the present secret, and those that sign along where they still can be.
   * @throws {Error} as {@link decrypt}, for the present secret: rotating it must repair an endpoint
   */
  decryptAll(accountId: number, [present, ...retiring]: readonly string[]): string[] {
    const owner = ownerOf(accountId);
    const readable = retiring.filter((one) => this.secrets.decrypt(one, owner) !== undefined);
    return [present!, ...readable].map((one) => this.decrypt(accountId, one));
  }

  /** @throws {Error} when its key is gone, or it belongs to another account */
  decrypt(accountId: number, encryptedSecret: string): string {
    const secret = this.secrets.decrypt(encryptedSecret, ownerOf(accountId));
    if (secret === undefined) throw new Error('the signing secret can no longer be decrypted: rotate it');
    // Secrets from before Standard Webhooks are base64url. Node decodes both alphabets.
    return `${prefix}${Buffer.from(secret.slice(prefix.length), 'base64').toString('base64')}`;
  }
}

function ownerOf(accountId: number): string {
  return `webhook of account ${accountId}`;
}
