import { formatSpan } from '../../format/time';
import { describeUsd } from '../../format/usd';

interface AuditFact {
  readonly name: string;
  readonly value: string;
}

export function auditFacts(details: object): AuditFact[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => factOf(name, value));
}

function factOf(name: string, value: unknown): AuditFact {
  if (name.endsWith('_usd')) return { name: wordsOf(name.slice(0, -'_usd'.length)), value: describeUsd(String(value)) };
  if (name.endsWith('_seconds'))
    return { name: wordsOf(name.slice(0, -'_seconds'.length)), value: formatSpan(Number(value)) };
  return { name: wordsOf(name), value: textOf(value) };
}

const wordsOf = (name: string): string => name.replaceAll('_', ' ');

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const actionNames: Readonly<Record<string, string>> = {
  'account.ask_top_up': 'Asked for a top-up',
  'account.create': 'Created the account',
  'account.developer_cap': 'Set the limit of each developer',
  'account.erase': 'Erased the account’s personal data',
  'account.export': 'Exported the account’s personal data',
  'account.resume': 'Resumed the account',
  'account.suspend': 'Suspended the account',
  'account.threshold': 'Set the low-balance alert',
  'account.top_up': 'Topped up',
  'entry.reverse': 'Reversed an entry',
  'key.ask_rate': 'Requested a higher rate limit',
  'key.change': 'Changed a key',
  'key.create': 'Created a key',
  'key.revoke': 'Revoked a key',
  'key.rotate': 'Rotated a key',
  'key.set_rate': 'Changed a key’s rate limit',
  'monitor.change': 'Changed a monitor',
  'monitor.create': 'Created a monitor',
  'monitor.delete': 'Deleted a monitor',
  'monitor.pause': 'Paused a monitor',
  'monitor.run': 'Ran a monitor',
  'note.create': 'Added a note',
  'note.remove': 'Removed a note',
  'notice.switch': 'Turned a notification on or off',
  'payment.create': 'Began a card payment',
  'payment.event': 'Heard from Stripe about a card payment',
  'payment.refuse': 'Was refused a card payment',
  'payment.reject': 'Sent a message about a payment that was refused',
  'payment.take_back': 'Took back a card payment',
  'rate_request.decide': 'Decided on a rate limit request',
  'usage.purge': 'Purged old requests',
  'user.accept_password_link': 'Used a one-time link',
  'user.add_passkey': 'Added a passkey',
  'user.change_role': 'Changed a member’s role',
  'user.change_password': 'Changed the password',
  'user.create': 'Created a user',
  'user.disable': 'Disabled a user',
  'user.disable_second_factor': 'Turned off two-factor authentication',
  'user.enable': 'Enabled a user',
  'user.enable_second_factor': 'Turned on two-factor authentication',
  'user.end_other_sessions': 'Ended all other sessions',
  'user.end_session': 'Ended a session',
  'user.issue_password_link': 'Created a password link',
  'user.issue_sign_in_link': 'Created a sign-in link',
  'user.link_provider': 'Linked a user to the OpenID provider',
  'user.proof_failed': 'Entered a wrong password or code, or used a wrong passkey',
  'user.refuse_passkey': 'Used a passkey that may have been copied',
  'user.remove': 'Removed a member',
  'user.remove_passkey': 'Removed a passkey',
  'user.renew_recovery_codes': 'Created new recovery codes',
  'user.sign_in': 'Signed in',
  'user.sign_in_failed': 'Failed to sign in',
  'user.sign_out': 'Signed out',
  'user.unlink_provider': 'Unlinked a user from the OpenID provider',
  'webhook.change': 'Changed a webhook endpoint',
  'webhook.create': 'Added a webhook endpoint',
  'webhook.off': 'Switched off a failing webhook endpoint',
  'webhook.remove': 'Removed a webhook endpoint',
  'webhook.resend': 'Sent a webhook again',
  'webhook.rotate_secret': 'Rotated the secret of a webhook endpoint',
  'webhook.set': 'Set the webhook',
  'webhook.show_secret': 'Read the secret of a webhook endpoint',
};

export const actionName = (action: string): string =>
  Object.hasOwn(actionNames, action) ? actionNames[action]! : action;
