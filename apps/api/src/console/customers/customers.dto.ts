import { formatUsd } from '@loupe/dto';
import { ApiProperty } from '@nestjs/swagger';
import { type DeliveredLink, linkDeliveries } from '../../core/identity/link-delivery';
import { clock } from '../../platform/clock';
import { BooleanField, ChoiceField, EmailField, IdField, SecretField, TextField, TimeField } from '../fields/fields';
import { PageQuery, pageOf } from '../fields/page';
import { ResponseInteger, ResponseObject, ResponseText, ResponseUsd } from '../fields/response-fields';
import { burnRate, daysLeft } from '../fields/runway';
import { AccountFacts, accountView, MemberView, OwnerName } from '../fields/views';
import type { CustomerActivity } from './customer-activity.repository';
import type { Customer } from './customers.repository';

export const customerViews = ['all', 'low', 'new', 'suspended', 'asking'] as const;
export const customerOrders = ['newest', 'days_left', 'spend', 'failing'] as const;
const searchMatches = ['id', 'name', 'email', 'key', 'request', 'entry'] as const;

export class CustomerQuery extends PageQuery {
  @TextField({
    max: 254,
    optional: true,
    description:
      'Part of a name or email address, the start of a key, an account id, or a whole request or entry id; all customers by default',
  })
  query?: string;

  @ChoiceField(customerViews, {
    optional: true,
    description:
      'low: below the threshold, or funds for less than three days. new: created in the last 30 days. asking: has requested a top-up. Ignored if query is given',
  })
  view?: (typeof customerViews)[number];

  @ChoiceField(customerOrders, {
    optional: true,
    description: 'newest by default. Any other order returns one page of at most 100 customers',
  })
  sort?: (typeof customerOrders)[number];
}

export class SearchMatchView {
  @ChoiceField(searchMatches) kind: (typeof searchMatches)[number];
  @IdField({ nullable: true, description: 'The key that matched' }) key_id: string | null;
  @ResponseText({ nullable: true, description: 'The request or ledger entry that matched' }) entry_id: string | null;
}

/** Shows support which customers need attention. */
export class CustomerActivityView {
  @ResponseUsd({ description: 'Spent in the last seven days (UTC), including today' }) spent_usd: string;
  @ApiProperty({ type: [String], description: 'Spent on each of the last seven days (UTC), oldest first' })
  spent_by_day_usd: string[];

  @ResponseInteger({ nullable: true, description: 'Days until the balance is spent; null: nothing was spent' })
  days_left: number | null;

  @ResponseInteger() requests: number;
  @ResponseInteger({ description: 'Requests that were refused or failed, and were not charged' }) failed: number;
  @TimeField({ nullable: true, description: 'Accurate to the minute' }) last_call_at: string | null;
}

export class CustomerView extends AccountFacts {
  @ResponseObject(CustomerActivityView) activity: CustomerActivityView;
  @ResponseObject(OwnerName, { nullable: true }) owner: OwnerName | null;

  @ResponseObject(SearchMatchView, { nullable: true, description: 'null: there was no search' })
  match: SearchMatchView | null;
}

/** Newest first, unless the query sets another order. */
export class CustomerPage extends pageOf(CustomerView) {}

export class CustomerNoteView {
  @IdField() id: string;
  @ResponseText({ description: 'Email address of the author' }) author: string;
  @ResponseText() text: string;
  @TimeField() created_at: string;
}

export class CustomerNoteBody {
  @TextField({ max: 1_000 }) text: string;
}

export class SuspensionView {
  @ResponseText({ nullable: true }) reason: string | null;
  @ResponseText() by: string;
  @TimeField() at: string;
}

export class CustomerDetailView extends AccountFacts {
  @ResponseObject(SuspensionView, { nullable: true, description: 'null: the account is active' })
  suspension: SuspensionView | null;

  @ResponseObject(CustomerNoteView, {
    list: true,
    description: 'Internal notes of support, newest first; at most 50, and fewer if they are long',
  })
  notes: CustomerNoteView[];

  @ResponseObject(MemberView, { list: true }) owners: MemberView[];
}

const deliveryDescription =
  'emailed: the link was emailed to the recipient. email_failed: the email could not be sent; create another link. shown: the response contains the link; pass it on';

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
    description: 'One-time link to set the password, if no password was given and no mail server is configured',
  })
  invitation_url?: string;

  @ChoiceField(linkDeliveries, { optional: true, description: deliveryDescription })
  invitation_delivery?: DeliveredLink['delivery'];
}

export class PasswordLinkOptions {
  @BooleanField({
    optional: true,
    description: 'Using the link also turns off the user’s second factor and removes the passkeys',
  })
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
    description: 'Only if no mail server is configured',
  })
  url?: string;
}

export function customerView({ owner, match, activity, ...account }: Customer): CustomerView {
  return {
    ...accountView(account),
    activity: activityView(activity, account),
    owner: owner && { id: `${owner.id}`, email: owner.email },
    match: match && { kind: match.kind, key_id: match.keyId === null ? null : `${match.keyId}`, entry_id: null },
  };
}

function activityView(
  activity: CustomerActivity,
  { balanceMicros, createdAt }: Pick<Customer, 'balanceMicros' | 'createdAt'>,
): CustomerActivityView {
  const { spentByDayMicros, requests, failed, lastCallAt } = activity;
  const spentMicros = spentByDayMicros.reduce((sum, micros) => sum + micros, 0n);
  return {
    spent_usd: formatUsd(spentMicros),
    spent_by_day_usd: spentByDayMicros.map(formatUsd),
    days_left: daysLeft(balanceMicros, burnRate(spentMicros, createdAt, clock.wallMs())),
    requests,
    failed,
    last_call_at: lastCallAt?.toISOString() ?? null,
  };
}
