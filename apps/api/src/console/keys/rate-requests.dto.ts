import type { RateRequest } from '../../core/auth/lifecycle/rate-request';
import { KeyName } from '../shared/dto/key-name.dto';
import { BooleanField, ChoiceField, IdField, IntegerField, TextField, TimeField } from '../shared/fields/fields';
import { PageQuery, pageOf } from '../shared/fields/page';
import { ResponseInteger, ResponseObject, ResponseText } from '../shared/fields/response-fields';

export const rateRequestStates = ['open', 'granted', 'declined'] as const;
const rateLimits = { min: 1, max: 10_000 };

export class KeyRateBody {
  @IntegerField(rateLimits)
  rate_limit_per_second: number;
}

export class RateRequestBody {
  @IntegerField(rateLimits)
  requests_per_second: number;

  @TextField({ max: 1_000 })
  reason: string;
}

/** An owner's request for a higher rate limit, and the decision on it. */
export class RateRequestView {
  @IdField()
  id: string;

  @ResponseInteger()
  requests_per_second: number;

  @ResponseText()
  reason: string;

  @ChoiceField(rateRequestStates)
  state: (typeof rateRequestStates)[number];

  @ResponseInteger({ nullable: true, description: 'May differ from the rate requested' })
  granted_per_second: number | null;

  @ResponseText({ nullable: true, description: 'Note from support' })
  note: string | null;

  @TimeField()
  created_at: string;

  @TimeField({ nullable: true })
  decided_at: string | null;
}

export class RateRequestsQuery extends PageQuery {
  @ChoiceField(rateRequestStates, { optional: true, description: 'open by default' })
  state?: (typeof rateRequestStates)[number];
}

/** A rate-limit increase request as support sees it. */
export class RateRequestItem extends RateRequestView {
  @ResponseObject(KeyName)
  key: KeyName;

  @IdField()
  account_id: string;

  @ResponseText()
  account_name: string;

  @IntegerField({ ...rateLimits, description: 'Current rate limit of the key' })
  rate_limit_per_second: number;
}

/** Oldest first. */
export class RateRequestPage extends pageOf(RateRequestItem) {}

export class RateDecisionBody {
  @BooleanField()
  granted: boolean;

  @IntegerField({ ...rateLimits, optional: true, description: 'The rate requested by default' })
  requests_per_second?: number;

  @TextField({ max: 1_000, optional: true, description: 'Note to the owner' })
  note?: string;
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
