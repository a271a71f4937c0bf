import { AnswerText } from '../shared/fields/response-fields';
import { ChoiceField, EmailField, SecretField, TimeField } from '../shared/fields/text-fields';

export class ChangePasswordBody {
  @SecretField()
  current_password: string;

  @SecretField({ description: 'At least 12 characters, and not one of the common passwords' })
  new_password: string;
}

export class PasswordLinkBody {
  @SecretField({ description: 'The part of the link after #' })
  token: string;
}

export class AcceptPasswordLinkBody extends PasswordLinkBody {
  @SecretField({ description: 'At least 12 characters, and not one of the common passwords' })
  password: string;
}

/** What a one-time link is good for. */
export class PasswordLinkView {
  @ChoiceField(['invitation', 'reset'])
  purpose: 'invitation' | 'reset';

  @EmailField()
  email: string;

  @TimeField()
  expires_at: string;
}

/** A one-time link that staff hand to a user. */
export class IssuedPasswordLinkView extends PasswordLinkView {
  @AnswerText({ example: 'https://loupe.example.com/dashboard/welcome#AbC…' })
  url: string;
}
