import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { installationSecret } from '../../platform/database/installation-secrets';
import type { Credentials } from './user';

/**
 * OWASP's device cookies: a browser that has signed in holds a signed token, so that its attempts are throttled separately from
 * those of strangers. A token is valid until the user's password or second factor changes. So an attacker who knows an old
 * password cannot collect tokens and guess the new password with them.
 */
@Injectable()
export class KnownDevices {
  private key: Promise<string> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** The token of a browser that has just signed in. @param device the name in its previous token, if any. */
  async issue(user: Credentials, device: string = randomBytes(16).toString('base64url')): Promise<string> {
    return `${device}.${await this.signature(user, device)}`;
  }

  /** The device name in a token; undefined when the token is not valid for this user. */
  async recognize(user: Credentials, token: string | undefined): Promise<string | undefined> {
    const [device, signature] = token?.split('.') ?? [];
    if (!device || !signature || user.passwordHash === null) return undefined;
    const expected = Buffer.from(await this.signature(user, device));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? device : undefined;
  }

  private async signature({ id, passwordHash, secondFactor }: Credentials, device: string): Promise<string> {
    this.key ??= installationSecret(this.dataSource, 'known-devices');
    const key = await this.key.catch((error) => {
      this.key = undefined;
      throw error;
    });
    const signed = JSON.stringify([id, passwordHash, secondFactor?.encryptedSecret, device]);
    return createHmac('sha256', key).update(signed).digest('base64url');
  }
}
