import { IntegerField } from '../shared/fields/number-fields';
import { AnswerInteger, AnswerObject, AnswerText, AnswerUsd } from '../shared/fields/response-fields';
import { DayField, IdField } from '../shared/fields/text-fields';

export class OverviewQuery {
  @IntegerField({
    min: 1,
    max: 366,
    optional: true,
    description: 'Days to look back, today included; 30 when not given',
  })
  days?: number;

  @DayField({ optional: true, description: 'First day, UTC; goes before days' })
  from?: string;

  @DayField({ optional: true, description: 'Last day, included; today when not given' })
  to?: string;
}

/** What was asked for and spent. */
export class UsageTotals {
  @AnswerInteger()
  requests: number;

  @AnswerInteger({ description: 'Requests that were paid for' })
  charged_requests: number;

  @AnswerInteger({ description: 'Requests answered with a status of 400 or more' })
  errors: number;

  @AnswerUsd()
  spend_usd: string;
}

export class DayTotals extends UsageTotals {
  @DayField()
  day: string;
}

export class OperationTotals extends UsageTotals {
  @AnswerText({ example: 'users.followers' })
  operation: string;
}

export class KeyTotals extends UsageTotals {
  @IdField()
  key_id: string;

  @AnswerText()
  key_name: string;
}

export class ErrorTotals {
  @AnswerText({ example: 'profile_not_found' })
  code: string;

  @AnswerInteger()
  requests: number;
}

export class OverviewView {
  @AnswerUsd()
  balance_usd: string;

  @AnswerUsd({ description: 'Mean spend of the last seven days' })
  burn_rate_usd_per_day: string;

  @AnswerInteger({ nullable: true, description: 'How long the balance lasts at that rate; null: nothing is spent' })
  days_left: number | null;

  @DayField()
  from: string;

  @DayField({ description: 'Last day of the period, UTC' })
  to: string;

  @AnswerObject(UsageTotals)
  totals: UsageTotals;

  @AnswerObject(DayTotals, { list: true, description: 'Every day of the period, the empty ones too' })
  by_day: DayTotals[];

  @AnswerObject(OperationTotals, { list: true, description: 'Dearest first' })
  by_operation: OperationTotals[];

  @AnswerObject(KeyTotals, { list: true, description: 'Dearest first' })
  by_key: KeyTotals[];

  @AnswerObject(ErrorTotals, { list: true, description: 'Most frequent first' })
  errors_by_code: ErrorTotals[];
}
