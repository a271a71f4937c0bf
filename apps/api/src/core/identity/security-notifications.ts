import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EmailLimits } from './email-limits';
import { Mail } from './mail';
import type { User } from './user';
import { UsersRepository } from './users.repository';

/**
 * Emails users about security events, in case somebody else caused them. Callers do not wait for these emails; a failure to
 * send is only logged.
 */
@Injectable()
export class SecurityNotifications {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mail: Mail,
    private readonly emailLimits: EmailLimits,
  ) {}

  passwordChanged(email: string): void {
    this.send(email, 'Your Loupe password was changed', 'The password of your Loupe user was changed.');
  }

  /** @param provider what the operator calls it */
  provider(email: string, provider: string, what: 'linked to' | 'unlinked from'): void {
    const now = what === 'linked to' ? 'A person there can now sign in as you.' : 'It no longer signs you in.';
    this.send(email, `Your Loupe user was ${what} ${provider}`, `Your Loupe user was ${what} ${provider}. ${now}`);
  }

  secondFactorRemoved(email: string): void {
    const text = 'Two-factor authentication was turned off for your Loupe user.';
    this.send(email, 'Two-factor authentication is off', text);
  }

  /** @param what was done with the passkey of this name. It is refused if its counter went backwards. */
  passkey(email: string, name: string, what: 'added' | 'removed' | 'refused'): void {
    const advice = {
      added: ' Whoever has it can sign in as you without your password.',
      removed: '',
      refused: ' Somebody may have a copy of it: remove it in the settings of the dashboard, and make a new one.',
    };
    const text = `The passkey “${name}” of your Loupe user was ${what}.${advice[what]}`;
    this.send(email, `A passkey was ${what}`, text);
  }

  /**
   * Emails every owner of the account. Limited by {@link EmailLimits}, because a developer may create any number of keys.
   * @param key `prefix` is the start of its text
   */
  keyCreated(accountId: number, key: { readonly name: string; readonly prefix: string }): void {
    const text = `A new API key was created for your account: “${key.name}” (${key.prefix}…).`;
    // The new key is shown only once, so a failure to email must not fail the request.
    if (this.mail.isConfigured) this.emailOwners(accountId, 'A new Loupe API key', text).catch(() => undefined);
  }

  /** Emails every owner of the account, because a program with the token can create keys. @param token `prefix` is the start of its text */
  managementTokenCreated(accountId: number, token: { readonly name: string; readonly prefix: string }): void {
    const text = `A management token was created for your account: “${token.name}” (${token.prefix}…). A program with it can create, change and revoke API keys. If you know nothing of it, end it in the dashboard, on the page of API keys.`;
    if (!this.mail.isConfigured) return;
    this.emailOwners(accountId, 'A new Loupe management token', text, 'management token').catch(() => undefined);
  }

  /** At most once in 24 hours, because anybody can enter wrong passwords. */
  async manyFailedProofs({ email, accountId }: Pick<User, 'email' | 'accountId'>): Promise<void> {
    if (!this.mail.isConfigured) return;
    const text =
      'Ten wrong passwords or codes were entered for your Loupe user within an hour. If you know nothing of them, change your password and end all other sessions in the settings of the dashboard.';
    const left = await this.emailLimits.tryTake('failed proofs', accountId ?? 0, email);
    if (left !== undefined) this.send(email, 'Wrong passwords for your Loupe user', text);
  }

  private async emailOwners(
    accountId: number,
    subject: string,
    text: string,
    kind: 'key' | 'management token' = 'key',
  ): Promise<void> {
    for (const { email } of await this.users.listOwners(this.dataSource, accountId)) {
      const left = await this.emailLimits.tryTake(kind, accountId, email);
      const last = `\n\nSeveral ${kind}s were created today, so you get no more emails about new ${kind}s for some hours. The dashboard lists all ${kind}s.`;
      if (left !== undefined) this.send(email, subject, left > 0 ? text : `${text}${last}`);
    }
  }

  private send(to: string, subject: string, text: string): void {
    void this.mail.send({ to, subject, text: `${text}\n\nIf this was not you, contact support at once.\n` });
  }
}
