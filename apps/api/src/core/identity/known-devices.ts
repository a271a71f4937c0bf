import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { installationSecret } from '../../platform/database/installation-secrets';
import type { Credentials } from './user';

/**
 * Browsers that have signed in: each holds a signed token, so that its attempts are told from those of strangers, as OWASP
 * describes for device cookies. A token is good for as long as the user's password and second factor stay the same:
 * a thief cannot collect tokens with an old password and guess the new one with them.
 */
@Injectable()
export class KnownDevices {
  private key: Promise<string> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** The token of a browser that has just proved who uses it. @param device it is known as, if it is. */
  async issue(user: Credentials, device: string = randomBytes(16).toString('base64url')): Promise<string> {
    return `${device}.${await this.signature(user, device)}`;
  }

  /** What the browser with this token is known as; undefined when it is unknown to this user. */
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
