import { type DeliveredLink, linkDeliveries } from '../../core/identity/link-delivery';
import { BooleanField, ChoiceField, EmailField, IdField, SecretField, TextField, TimeField } from '../fields/fields';
import { PageQuery, pageOf } from '../fields/page';
import { ResponseObject, ResponseText } from '../fields/response-fields';
import { AccountView, accountView, CustomerOwnerView, OwnerName } from '../fields/views';
import type { Customer } from './customers.repository';

const searchMatches = ['id', 'name', 'email', 'key', 'request', 'entry'] as const;

export class CustomerQuery extends PageQuery {
  @TextField({
    max: 254,
    optional: true,
    description:
      'Part of a name or e-mail address, the start of a key, an account id, or a whole request or entry id; all customers by default',
  })
  query?: string;

  @ChoiceField(['top_up'], { optional: true, description: 'top_up: only those whose owners ask for one' })
  asking_for?: 'top_up';
}

export class SearchMatchView {
  @ChoiceField(searchMatches) kind: (typeof searchMatches)[number];
  @IdField({ nullable: true, description: 'The key that matched' }) key_id: string | null;
  @ResponseText({ nullable: true, description: 'The request or ledger entry that matched' }) entry_id: string | null;
}

export class CustomerView extends AccountView {
  @ResponseObject(OwnerName, { nullable: true }) owner: OwnerName | null;

  @ResponseObject(SearchMatchView, { nullable: true, description: 'null: there was no search' })
  match: SearchMatchView | null;
}

/** Newest first. */
export class CustomerPage extends pageOf(CustomerView) {}

export class CustomerDetailView extends AccountView {
  @ResponseObject(CustomerOwnerView, { list: true }) owners: CustomerOwnerView[];
}

const deliveryDescription =
  'emailed: only the owner has the link. email_failed: nobody has it; create another. shown: the response holds it, to be passed on';

export class CreateCustomerBody {
  @TextField({ max: 200, example: 'Example Ltd' }) name: string;
  @EmailField() owner_email: string;

  @SecretField({ optional: true, description: 'Without it, the owner gets an invitation link' })
  owner_password?: string;
}

export class NewCustomerView {
  @IdField() id: string;
  @ResponseText() name: string;
  @ResponseObject(OwnerName) owner: OwnerName;

  @ResponseText({
    optional: true,
    description: 'One-time link to set the password, if none was given and no mail server is configured',
  })
  invitation_url?: string;

  @ChoiceField(linkDeliveries, { optional: true, description: deliveryDescription })
  invitation_delivery?: DeliveredLink['delivery'];
}

export class PasswordLinkOptions {
  @BooleanField({ optional: true, description: 'Using the link also turns off the user’s second factor' })
  reset_second_factor?: boolean;
}

export class IssuedPasswordLinkView {
  @ChoiceField(['invitation', 'reset']) purpose: 'invitation' | 'reset';
  @EmailField() email: string;
  @TimeField() expires_at: string;
  @ChoiceField(linkDeliveries, { description: deliveryDescription }) delivery: DeliveredLink['delivery'];

  @ResponseText({
    optional: true,
    example: 'https://loupe.example.com/dashboard/welcome#AbC…',
    description: 'Only where no mail server is configured',
  })
  url?: string;
}

export function customerView({ owner, match, ...account }: Customer): CustomerView {
  return {
    ...accountView(account),
    owner: owner && { id: `${owner.id}`, email: owner.email },
    match: match && { kind: match.kind, key_id: match.keyId === null ? null : `${match.keyId}`, entry_id: null },
  };
}
