import { ApiProperty } from '@nestjs/swagger';
import { listOf } from '../shared/fields/page';
import { AnswerInteger, AnswerObject, AnswerText, AnswerUsd } from '../shared/fields/response-fields';
import { ChoiceField, IdField, TimeField } from '../shared/fields/text-fields';

export const keyStates = ['active', 'expired', 'replaced', 'revoked'] as const;
export const rateRequestStates = ['open', 'granted', 'declined'] as const;

/** An owner's wish for a higher rate, and what became of it. */
export class RateRequestView {
  @IdField()
  id: string;

  @AnswerInteger()
  requests_per_second: number;

  @AnswerText()
  reason: string;

  @ChoiceField(rateRequestStates)
  state: (typeof rateRequestStates)[number];

  @AnswerInteger({ nullable: true, description: 'May differ from what was asked for' })
  granted_per_second: number | null;

  @AnswerText({ nullable: true, description: 'A word from support' })
  note: string | null;

  @TimeField()
  created_at: string;

  @TimeField({ nullable: true })
  decided_at: string | null;
}

export class KeyView {
  @IdField()
  id: string;

  @AnswerText()
  name: string;

  @AnswerText({ example: 'loupe_4hTz9QxB', description: 'How it begins: enough to recognise it, not to use it' })
  prefix: string;

  @ChoiceField(keyStates)
  state: (typeof keyStates)[number];

  @AnswerInteger()
  rate_limit_per_second: number;

  @AnswerUsd({ nullable: true })
  daily_cap_usd: string | null;

  @AnswerUsd({ nullable: true })
  monthly_cap_usd: string | null;

  @AnswerUsd({ description: 'Together with the keys it was rotated from' })
  spent_today_usd: string;

  @AnswerUsd()
  spent_this_month_usd: string;

  @ApiProperty({ type: [String], description: 'Empty: any address' })
  allowed_ips: string[];

  @AnswerInteger({ description: 'What would break if it were revoked now' })
  requests_last_24_hours: number;

  @TimeField({ nullable: true, description: 'To the minute' })
  last_used_at: string | null;

  @TimeField()
  created_at: string;

  @TimeField({ nullable: true })
  expires_at: string | null;

  @TimeField({ nullable: true, description: 'End of the overlap after it was rotated' })
  retires_at: string | null;

  @TimeField({ nullable: true })
  revoked_at: string | null;

  @IdField({ nullable: true, description: 'The key it was rotated from' })
  rotated_from_id: string | null;

  @AnswerObject(RateRequestView, { nullable: true, description: 'The latest' })
  rate_request: RateRequestView | null;
}

/** A key with its plaintext, which no other answer holds. */
export class NewKeyView extends KeyView {
  @AnswerText({ description: 'The key itself. Shown only here' })
  key: string;
}

export class KeyList extends listOf(KeyView) {}
