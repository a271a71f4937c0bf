import { AccountView } from '../shared/dto/account.dto';
import { BooleanField } from '../shared/fields/number-fields';
import { PageQuery, pageOf } from '../shared/fields/page';
import { AnswerObject, AnswerText } from '../shared/fields/response-fields';
import { ChoiceField, EmailField, IdField, SecretField, TextField, TimeField } from '../shared/fields/text-fields';

export const searchMatches = ['id', 'name', 'email', 'key', 'request', 'entry'] as const;

export class CustomerQuery extends PageQuery {
  @TextField({
    max: 254,
    optional: true,
    description:
      'Part of a name or e-mail address, the beginning of a key, an account id, or a whole request or entry id; everyone when not given',
  })
  query?: string;
}

export class OwnerName {
  @IdField()
  id: string;

  @EmailField()
  email: string;
}

/** Why a search found an account. */
export class SearchMatchView {
  @ChoiceField(searchMatches)
  kind: (typeof searchMatches)[number];

  @IdField({ nullable: true, description: 'The key that was looked for' })
  key_id: string | null;

  @AnswerText({ nullable: true, description: 'The request or ledger entry that was looked for' })
  entry_id: string | null;
}

export class CustomerView extends AccountView {
  @AnswerObject(OwnerName, { nullable: true })
  owner: OwnerName | null;

  @AnswerObject(SearchMatchView, { nullable: true, description: 'null: nothing was searched for' })
  match: SearchMatchView | null;
}

/** Newest first. */
export class CustomerPage extends pageOf(CustomerView) {}

export class CustomerOwnerView extends OwnerName {
  @BooleanField({ description: 'false: the invitation has not been accepted yet' })
  has_password: boolean;

  @BooleanField()
  second_factor_enabled: boolean;

  @TimeField({ nullable: true })
  last_seen_at: string | null;

  @TimeField()
  created_at: string;
}

/** The account as its owner sees it, and who owns it. */
export class CustomerDetailView extends AccountView {
  @AnswerObject(CustomerOwnerView, { list: true })
  owners: CustomerOwnerView[];
}

export class CreateCustomerBody {
  @TextField({ max: 200, example: 'Example Ltd' })
  name: string;

  @EmailField()
  owner_email: string;

  @SecretField({ optional: true, description: 'Left out: an invitation link is answered with' })
  owner_password?: string;
}

export class NewCustomerView {
  @IdField()
  id: string;

  @AnswerText()
  name: string;

  @AnswerObject(OwnerName)
  owner: OwnerName;

  @AnswerText({ optional: true, description: 'One-time link to set the password; only where none was given' })
  invitation_url?: string;
}

export class PasswordLinkOptions {
  @BooleanField({ optional: true, description: 'Using the link also turns the user’s second factor off' })
  reset_second_factor?: boolean;
}
