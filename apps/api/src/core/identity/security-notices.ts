import type { KeyMode } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { startOfKey } from '../auth/api-key-format';
import { Mail } from './mail';
import { UsersRepository } from './users.repository';

/**
 * Tells people by email what happened to their account, in case it was not them. Nobody waits for these emails, and one
 * that cannot be sent is only logged.
 */
@Injectable()
export class SecurityNotices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mail: Mail,
  ) {}

  passwordChanged(email: string): void {
    this.send(email, 'Your Loupe password was changed', 'The password of your Loupe user was changed.');
  }

  secondFactorRemoved(email: string): void {
    const text = 'Two-factor authentication was turned off for your Loupe user.';
    this.send(email, 'Two-factor authentication is off', text);
  }

  /** To every owner of the account. */
  keyCreated(accountId: number, key: { readonly name: string; readonly prefix: string; readonly mode: KeyMode }): void {
    const text = `A new API key was created for your account: “${key.name}” (${startOfKey(key)}…).`;
    this.users.listOwners(this.dataSource, accountId).then(
      (owners) => {
        for (const { email } of owners) this.send(email, 'A new Loupe API key', text);
      },
      // The key is there, and is shown only now: it must not be lost because nobody could be told of it.
      () => undefined,
    );
  }

  private send(to: string, subject: string, text: string): void {
    void this.mail.send({ to, subject, text: `${text}\n\nIf this was not you, contact support at once.\n` });
  }
}
