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

  /** Decrypts what signs, the present secret first. @returns none if that cannot be decrypted: it must be rotated */
  decryptAll(accountId: number, encryptedSecrets: readonly string[]): string[] {
    const [present, ...retiring] = encryptedSecrets.map((one) => this.decrypt(accountId, one));
    return present === undefined ? [] : [present, ...retiring.filter((one) => one !== undefined)];
  }

  /** @returns undefined when its key is gone, or it belongs to another account */
  decrypt(accountId: number, encryptedSecret: string): string | undefined {
    const secret = this.secrets.decrypt(encryptedSecret, ownerOf(accountId));
    // Secrets from before Standard Webhooks are base64url. Node decodes both alphabets.
    return secret && `${prefix}${Buffer.from(secret.slice(prefix.length), 'base64').toString('base64')}`;
  }
}

function ownerOf(accountId: number): string {
  return `webhook of account ${accountId}`;
}
