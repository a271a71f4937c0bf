import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type EmailMessage, Mail } from './mail';
import type { LinkPurpose } from './password-links.repository';
import { type IssuedLink, linkAddress } from './user-invitations';
import { UsersRepository } from './users.repository';

export const linkDeliveries = ['emailed', 'email_failed', 'shown'] as const;

/** `url` is set only for `shown`. */
export interface DeliveredLink {
  readonly delivery: (typeof linkDeliveries)[number];
  readonly url?: string;
}

/** Emails a link, so that only the user can open it. Without a mail server, the link is shown to its issuer. */
@Injectable()
export class LinkDelivery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly mail: Mail,
  ) {}

  /** @param publicUrl base URL of the link */
  async deliver(publicUrl: string, email: string, link: IssuedLink): Promise<DeliveredLink> {
    const url = linkAddress(publicUrl, link);
    if (!this.mail.isConfigured) return { delivery: 'shown', url };
    // The email may reveal that the address is taken. The response to the issuer must not.
    const holder = await this.users.findByEmail(this.dataSource, email);
    const isTaken = holder !== undefined && holder.id !== link.userId;
    const sent = await this.mail.send(passwordLinkEmail(email, isTaken ? 'taken' : link.purpose, url, link.expiresAt));
    return { delivery: sent ? 'emailed' : 'email_failed' };
  }
}

/** The operator passes `sign_in` links on. */
const emails: Record<Exclude<LinkPurpose, 'sign_in'> | 'taken', { subject: string; sentence: string }> = {
  invitation: {
    subject: 'Your Loupe account',
    sentence: 'An account has been created for you. Open this link to join:',
  },
  taken: {
    subject: 'You are invited to a Loupe account',
    sentence:
      'An owner of a Loupe account has invited you, but you already have a Loupe user, and a user can belong to only one account. To change accounts, ask an owner of your current account to remove you, then open this link:',
  },
  reset: { subject: 'Reset your Loupe password', sentence: 'Choose a new password here:' },
};

function passwordLinkEmail(to: string, purpose: keyof typeof emails, url: string, expiresAt: string): EmailMessage {
  const { subject, sentence } = emails[purpose];
  const until = expiresAt.slice(0, 16).replace('T', ' ');
  return { to, subject, text: `${sentence}\n\n${url}\n\nThe link works once, until ${until} UTC.\n` };
}
