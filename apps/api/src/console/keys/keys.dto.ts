import { ApiProperty } from '@nestjs/swagger';
import type { RateRequest } from '../../platform/database/entities/api-keys';
import {
  BooleanField,
  ChoiceField,
  IdField,
  IntegerField,
  type Seen,
  SeenField,
  TextField,
  TimeField,
} from '../fields/fields';
import { ChangeKeyBody, KeySettings } from '../fields/key-fields';
import { listOf, PageQuery, pageOf } from '../fields/page';
import { ResponseInteger, ResponseObject, ResponseText, ResponseUsd } from '../fields/response-fields';
import { KeyName } from '../fields/views';

export const rateRequestStates = ['open', 'granted', 'declined'] as const;
const rateLimits = { min: 1, max: 10_000 };

export class KeyRateBody {
  @IntegerField(rateLimits) rate_limit_per_second: number;
  @SeenField() seen?: Seen;
}

export class RateRequestBody {
  @IntegerField(rateLimits) requests_per_second: number;
  @TextField({ max: 1_000 }) reason: string;
}

export class KeysQuery extends PageQuery {
  @IdField({ optional: true, description: 'Only this key and its rotations' }) id?: string;
}

export class RateRequestView {
  @IdField() id: string;
  @ResponseInteger() requests_per_second: number;
  @ResponseText() reason: string;
  @ChoiceField(rateRequestStates) state: (typeof rateRequestStates)[number];

  @ResponseInteger({ nullable: true, description: 'May differ from the rate requested' })
  granted_per_second: number | null;

  @ResponseText({ nullable: true, description: 'Note from support' }) note: string | null;
  @TimeField() created_at: string;
  @TimeField({ nullable: true }) decided_at: string | null;
}

export class RateRequestsQuery extends PageQuery {
  @ChoiceField(rateRequestStates, { optional: true, description: 'open by default' })
  state?: (typeof rateRequestStates)[number];
}

export class RateFactsView {
  @ResponseUsd() balance_usd: string;
  @ResponseUsd({ description: 'Spent by the account in the last seven days' }) spent_7_days_usd: string;
  @ResponseInteger({ description: 'With the key and its rotations, in the last 30 days' }) requests_30_days: number;
  @ResponseInteger({ description: 'How many of these requests were refused with 429' }) rate_limited_30_days: number;
  @ResponseInteger({ description: 'Requests in the busiest hour of these 30 days' }) busiest_hour_requests: number;
}

export class RateRequestItem extends RateRequestView {
  @ResponseObject(RateFactsView) facts: RateFactsView;
  @ResponseObject(KeyName) key: KeyName;
  @IdField() account_id: string;
  @ResponseText() account_name: string;
  @IntegerField({ ...rateLimits, description: 'Current rate limit of the key' }) rate_limit_per_second: number;
}

export class RateRequestPage extends pageOf(RateRequestItem) {}

export class RateDecisionBody {
  @BooleanField() granted: boolean;

  @IntegerField({ ...rateLimits, optional: true, description: 'Defaults to the requested rate' })
  requests_per_second?: number;

  @TextField({ max: 1_000, optional: true, description: 'Note to the owner' }) note?: string;
}

export class ChangeSeenKeyBody extends ChangeKeyBody {
  @SeenField() seen?: Seen;
}

export class KeyView extends KeySettings {
  @IdField({ description: 'A key and its rotations have the same line id' }) line_id: string;

  @ResponseUsd({ nullable: true, description: 'What the developer who created it may spend a day with all keys' })
  developer_daily_cap_usd: string | null;

  @ResponseUsd({ description: 'Spent today (UTC) with the key and its rotations' }) spent_today_usd: string;
  @ResponseUsd({ description: 'Spent this month (UTC) with the key and its rotations' }) spent_this_month_usd: string;
  @ResponseInteger({ description: 'Shows whether the key is in use' }) requests_last_24_hours: number;
  @ResponseInteger({ description: 'Refused because of the limits of the key or the state of its account' })
  refused_last_24_hours: number;

  @ApiProperty({
    type: [Number],
    description:
      'Requests with the key and its rotations on each of the last 14 days (UTC), oldest first; empty for ended keys',
  })
  requests_by_day: number[];

  @ResponseText({ nullable: true, example: '203.0.113.9', description: 'IP address of the last use' })
  last_used_from: string | null;

  @ResponseObject(RateRequestView, { nullable: true, description: 'The latest request for a higher rate limit' })
  rate_request: RateRequestView | null;
}

export class NewKeyView extends KeyView {
  @ResponseText({ description: 'The key itself. Shown only once' }) key: string;
}

export class KeyRefusalView {
  @ResponseText({ example: 'unauthorized', description: 'Problem code' }) code: string;
  @ResponseText({ nullable: true, description: 'Error detail of the last refused request' }) detail: string | null;

  @ResponseText({ nullable: true, description: 'IP address of the caller, if the key may not be used from it' })
  address: string | null;

  @ResponseInteger() requests: number;
  @TimeField({ description: 'Time of the last refused request' }) last_at: string;
  @ResponseText({ description: 'Id of the last refused request' }) request_id: string;
  @ResponseText({ example: 'users.followers' }) operation: string;
}

export class KeyRefusalList extends listOf(KeyRefusalView) {}

export class KeyList extends pageOf(KeyView) {
  @ResponseInteger({ description: 'How many active keys the account may have, not counting the built-in one' })
  max_active: number;
}

export function rateRequestView(request: RateRequest): RateRequestView {
  return {
    id: `${request.id}`,
    requests_per_second: request.requestsPerSecond,
    reason: request.reason,
    state: request.state,
    granted_per_second: request.grantedPerSecond,
    note: request.note,
    created_at: request.createdAt.toISOString(),
    decided_at: request.decidedAt?.toISOString() ?? null,
  };
}
