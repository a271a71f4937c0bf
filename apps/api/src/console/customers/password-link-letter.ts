import type { Letter } from '../../core/identity/mail';
import type { LinkPurpose } from '../../core/identity/password-links.repository';

const openings: Record<LinkPurpose, { subject: string; sentence: string }> = {
  invitation: { subject: 'Your Loupe account', sentence: 'An account has been made for you. Choose a password here:' },
  reset: { subject: 'A new password for Loupe', sentence: 'Choose a new password here:' },
};

/** The letter that brings a one-time link to its user. */
export function passwordLinkLetter(to: string, purpose: LinkPurpose, url: string, expiresAt: Date): Letter {
  const { subject, sentence } = openings[purpose];
  const until = expiresAt.toISOString().slice(0, 16).replace('T', ' ');
  return { to, subject, text: `${sentence}\n\n${url}\n\nThe link works once, until ${until} UTC.\n` };
}
