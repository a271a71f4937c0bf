import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { freshPasswordMs, type Session } from '../../core/identity/session';
import { type SignInMethod, signInMethods } from '../../core/identity/sign-in-methods.repository';
import { type Role, roles, type User } from '../../core/identity/user';
import { commit, version } from '../../platform/version';
import {
  BooleanField,
  ChoiceField,
  ChoiceListField,
  EmailField,
  IdField,
  SecretField,
  TextField,
  TimeField,
  WebAuthnField,
} from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseObject, ResponseText } from '../fields/response-fields';

function SecondFactorField(): PropertyDecorator {
  const description = 'Six-digit authenticator code or a recovery code, if a second factor is set up';
  return TextField({ max: 32, optional: true, description });
}

export class SignInBody {
  @EmailField() email: string;
  @SecretField() password: string;

  @SecondFactorField() second_factor?: string;
}

export class ProviderQuery {
  @TextField({ max: 2_000, optional: true, description: 'Where to go afterwards: a path below /dashboard/' })
  to?: string;
  @ChoiceField(['true', 'false'], { optional: true, description: 'Whether a signed-in user proves again who they are' })
  confirm?: 'true' | 'false';
  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'Whether a signed-in user is to be linked afterwards',
  })
  link?: 'true' | 'false';
}

export class ProviderVisitView {
  @ResponseText({ description: 'Where the browser goes now' }) url: string;
}

export class InvitationBody {
  @SecretField({ description: 'The part of the link after #' }) token: string;
}

export class ProviderCodeBody {
  @TextField({ max: 32, description: 'Six-digit authenticator code or a recovery code' }) second_factor: string;
}

export class SignInLinkBody extends InvitationBody {
  @SecondFactorField() second_factor?: string;
}

const assertion = 'The AuthenticationResponseJSON of WebAuthn Level 3';

/** One of `password` and `passkey`. */
export class ConfirmPasswordBody {
  @SecretField({ optional: true }) password?: string;
  @SecondFactorField() second_factor?: string;
  @WebAuthnField(assertion, { optional: true }) passkey?: AuthenticationResponseJSON;
}

export class PasskeyOptionsBody {
  @ChoiceField(['sign_in', 'confirm'], { optional: true, description: 'sign_in is the default' })
  purpose?: 'sign_in' | 'confirm';
}

export class PasskeySignInBody {
  @WebAuthnField(assertion) credential: AuthenticationResponseJSON;
}

export class UserView {
  @IdField() id: string;
  @EmailField() email: string;
  @ChoiceField(roles) role: Role;
  @IdField({ nullable: true, description: 'A member’s account; null for support' }) account_id: string | null;
}

export class SecondFactorState {
  @BooleanField() enabled: boolean;
  @BooleanField({
    description: 'Whether the operator requires it for this user, and sign-in has not proved it otherwise',
  })
  required: boolean;
}

export class CurrentSessionView {
  @ResponseObject(UserView) user: UserView;
  @ResponseObject(SecondFactorState) second_factor: SecondFactorState;

  @TimeField({ description: 'Until this time, sensitive changes do not require another proof' })
  password_fresh_until: string;

  @ChoiceListField(signInMethods, { description: 'With what the user can prove again who they are' })
  proofs: SignInMethod[];

  @ResponseText({ description: 'Version of Loupe' }) version: string;
  @ResponseText({ description: 'First 12 hex digits of the commit that Loupe was built from, or unknown' })
  commit: string;
}

export class SignInOptions {
  @BooleanField({ description: 'Whether people may sign in with a password' }) password: boolean;
  @ResponseText({ nullable: true, description: 'What the OpenID provider is called; null when there is none' })
  provider: string | null;
  @ResponseText({
    nullable: true,
    description: 'Whom the provider has authenticated here, to be linked: the address or subject',
  })
  waiting: string | null;
}

export class VisitorView {
  @ResponseObject(CurrentSessionView, { nullable: true }) session: CurrentSessionView | null;
  @ResponseObject(SignInOptions) sign_in: SignInOptions;
}

export class SessionView {
  @IdField() id: string;
  @BooleanField({ description: 'Whether this is the session of the request' }) current: boolean;
  @ResponseText({ description: 'IP address that the session was last used from' }) address: string;
  @ResponseText({ description: 'User-Agent of the browser' }) user_agent: string;
  @TimeField() created_at: string;
  @TimeField() last_seen_at: string;
}

export class SessionList extends listOf(SessionView) {}

export interface CurrentSession extends User {
  readonly secondFactorEnabled: boolean;
  readonly isMultiFactor: boolean;
  readonly passwordCheckedAt: Date;
}

export function currentSessionView(
  session: CurrentSession,
  isSecondFactorRequired: boolean,
  proofs: SignInMethod[],
): CurrentSessionView {
  return {
    user: {
      id: `${session.id}`,
      email: session.email,
      role: session.role,
      account_id: session.accountId === null ? null : `${session.accountId}`,
    },
    second_factor: { enabled: session.secondFactorEnabled, required: isSecondFactorRequired && !session.isMultiFactor },
    password_fresh_until: new Date(session.passwordCheckedAt.getTime() + freshPasswordMs).toISOString(),
    proofs,
    version,
    commit,
  };
}

export function sessionView(session: Session, currentId: number): SessionView {
  return {
    id: `${session.id}`,
    current: session.id === currentId,
    address: session.address,
    user_agent: session.userAgent,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
  };
}
