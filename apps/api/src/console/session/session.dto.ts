import { BooleanField } from '../shared/fields/number-fields';
import { listOf } from '../shared/fields/page';
import { AnswerObject, AnswerText } from '../shared/fields/response-fields';
import { ChoiceField, EmailField, IdField, SecretField, TextField, TimeField } from '../shared/fields/text-fields';

export class SignInBody {
  @EmailField()
  email: string;

  @SecretField()
  password: string;

  @TextField({
    max: 32,
    optional: true,
    description: 'Six digits of the authenticator, or a recovery code; only where a second factor is set up',
  })
  second_factor?: string;
}

export class ConfirmPasswordBody {
  @SecretField()
  password: string;
}

export class UserView {
  @IdField()
  id: string;

  @EmailField()
  email: string;

  @ChoiceField(['owner', 'support'])
  role: 'owner' | 'support';

  @IdField({ nullable: true, description: 'The account of an owner; null for support' })
  account_id: string | null;
}

export class SecondFactorState {
  @BooleanField()
  enabled: boolean;

  @BooleanField({ description: 'The operator requires it of this user' })
  required: boolean;
}

/** Who is signed in. */
export class CurrentSessionView {
  @AnswerObject(UserView)
  user: UserView;

  @AnswerObject(SecondFactorState)
  second_factor: SecondFactorState;

  @TimeField({ description: 'Until when money can be moved without typing the password again' })
  password_fresh_until: string;
}

export class SessionView {
  @IdField()
  id: string;

  @BooleanField({ description: 'The session that asks' })
  current: boolean;

  @AnswerText({ description: 'Where it was last used from' })
  address: string;

  @AnswerText({ description: 'What its browser says it is' })
  user_agent: string;

  @TimeField()
  created_at: string;

  @TimeField()
  last_seen_at: string;
}

export class SessionList extends listOf(SessionView) {}
