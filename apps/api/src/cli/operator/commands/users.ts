import { line, oneOf } from '@loupe/dto';
import { AccountsRepository } from '../../../core/accounts/accounts.repository';
import { PasswordHasher } from '../../../core/identity/password-hasher';
import { type LinkPurpose, PasswordLinksRepository } from '../../../core/identity/password-links.repository';
import { SessionsRepository } from '../../../core/identity/sessions.repository';
import { Staff } from '../../../core/identity/staff';
import { isStaff } from '../../../core/identity/user';
import {
  type InvitedUser,
  type IssuedLink,
  linkAddress,
  UserInvitations,
} from '../../../core/identity/user-invitations';
import { Users } from '../../../core/identity/users';
import { UsersRepository } from '../../../core/identity/users.repository';
import { publicUrlOf } from '../../../platform/config/env';
import { Problem } from '../../../platform/problem';
import { type CommandContext, command, facts, operator, optional, required, toggle } from '../command';
import { email, id } from '../option-readers';

export const createAccount = command({
  name: 'create-account',
  purpose: 'Creates an account for a customer and invites its owner',
  options: {
    name: required(line(200), 'NAME', 'what the account is called'),
    'owner-email': optional(email, 'EMAIL', "the owner's address; prints a one-time link to set the password"),
  },
  run: ({ name, 'owner-email': ownerEmail }, context) =>
    context.dataSource.transaction(async (db) => {
      const { accountId, owner } = await newInvitations(context).createAccount(db, operator, { name, ownerEmail });
      return facts({ account_id: `${accountId}`, name, ...(owner && invitationFacts(owner, context)) });
    }),
});

export const createUser = command({
  name: 'create-user',
  purpose: 'Creates a dashboard user',
  options: {
    email: required(email, 'EMAIL', 'what the user signs in with'),
    role: required(
      oneOf('support', 'support_viewer', 'owner'),
      'ROLE',
      'support, support_viewer who only reads, or owner of an account',
    ),
    account: optional(id, 'ID', 'the account of an owner'),
    'password-stdin': toggle('read the password from standard input; otherwise prints a one-time link to set it'),
  },
  validate: ({ role, account }) => {
    if (role === 'owner' && account === undefined) return ['--account is missing: an owner needs an account'];
    if (role !== 'owner' && account !== undefined) return ['--account is for owners: staff have no account'];
    return [];
  },
  async run({ email, role, account, 'password-stdin': isTyped }, context) {
    // `echo` and editors append a line break.
    const password = isTyped ? (await context.readInput()).replace(/\r?\n$/, '') : undefined;
    const accountId = account ?? null;
    if (accountId !== null) await new AccountsRepository().read(context.dataSource, accountId);
    const invitations = newInvitations(context);
    const invited = await context.dataSource.transaction(async (db) => {
      const created = await invitations.createUser(db, operator, { email, role, accountId, password });
      // Staff link the provider from a session.
      const needsSession = created.link && accountId === null && !context.env.PASSWORD_SIGN_IN;
      return needsSession
        ? { ...created, link: await invitations.issueSignInLink(db, operator, created.user, false) }
        : created;
    });
    return facts(invitationFacts(invited, context));
  },
});

export const passwordLink = linkCommand(
  'password-link',
  'Prints a new one-time link for setting a password; the previous one stops working',
  (invitations, ...link) => invitations.issueLink(...link),
);

export const signInLink = linkCommand(
  'sign-in-link',
  'Prints a one-time link that signs a user in without a password, for the day the OpenID provider is gone',
  (invitations, ...link) => invitations.issueSignInLink(...link),
);

function linkCommand(
  name: string,
  purpose: string,
  issue: (invitations: UserInvitations, ...link: Parameters<UserInvitations['issueLink']>) => Promise<AnyLink>,
) {
  return command({
    name,
    purpose,
    options: {
      email: required(email, 'EMAIL', 'what the user signs in with'),
      'reset-second-factor': toggle('using the link also turns the second factor off and removes the passkeys'),
    },
    run: ({ email, 'reset-second-factor': resets }, context) =>
      context.dataSource.transaction(async (db) => {
        const user = await new UsersRepository().findByEmail(db, email);
        if (!user) throw noSuchUser();
        return facts(linkFacts(await issue(newInvitations(context), db, operator, user, resets), context));
      }),
  });
}

export const disableUser = command({
  name: 'disable-user',
  purpose: 'Disables a support user: ends their sessions, and lets neither a password nor a link open a new one',
  options: {
    email: required(email, 'EMAIL', 'what the user signs in with'),
    note: optional(line(500), 'TEXT', 'the reason, for the audit log'),
  },
  async run({ email, note }, { dataSource, env }) {
    const users = new UsersRepository();
    const user = await users.findByEmail(dataSource, email);
    if (!user) throw noSuchUser();
    if (!isStaff(user)) {
      const owner = `This user is ${user.role} of account ${user.accountId}, and only support users can be disabled.`;
      throw new Problem(
        'conflict',
        `${owner} Another owner can remove them in the dashboard; suspend stops the account.`,
      );
    }
    const staff = new Staff(dataSource, users, new SessionsRepository(env), new PasswordLinksRepository());
    const disabled = await staff.change({ userId: user.id, disabled: true, note, actor: operator });
    return facts({ user_id: `${user.id}`, email, disabled_at: disabled.disabledAt!.toISOString() });
  },
});

const noSuchUser = () => new Problem('not_found', 'No user signs in with this email address.');

function newInvitations({ env }: CommandContext): UserInvitations {
  const repository = new UsersRepository();
  const users = new Users(new PasswordHasher(), repository);
  return new UserInvitations(new AccountsRepository(), users, new PasswordLinksRepository(), repository, env);
}

function invitationFacts(
  { user, link }: Pick<InvitedUser, 'user'> & { link: AnyLink | undefined },
  context: CommandContext,
) {
  return { user_id: `${user.id}`, email: user.email, ...(link && linkFacts(link, context)) };
}

type AnyLink = IssuedLink<LinkPurpose>;

function linkFacts(link: AnyLink, { env }: CommandContext): Record<string, string> {
  return { [`${link.purpose}_url`]: linkAddress(publicUrlOf(env), link), expires_at: link.expiresAt };
}
