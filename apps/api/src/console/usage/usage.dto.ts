import { type KeyMode, keyModes, type Outcome, outcomes } from '@loupe/dto';
import { ChoiceField, DayField, IdField, IntegerField, TextField, TimeField } from '../fields/fields';
import { maxRows, pageOf } from '../fields/page';
import { ResponseInteger, ResponseObject, ResponseText, ResponseUsd } from '../fields/response-fields';
import { KeyTotalsView, OperationTotalsView, UsageTotalsView } from '../fields/usage-sums';

export const usageIntervals = ['hour', 'day'] as const;
export const usageGroupings = ['operation_and_key', 'operation', 'key', 'total'] as const;

export class OverviewQuery {
  @IntegerField({ min: 1, max: 366, optional: true, description: 'Number of days, including the last; 30 by default' })
  days?: number;

  @DayField({ optional: true, description: 'First day, UTC; takes precedence over days' }) from?: string;
  @DayField({ optional: true, description: 'Last day, inclusive; today by default' }) to?: string;

  @IdField({ optional: true, description: 'Only requests with this key and its rotations' })
  key_id?: string;
}

export class UsageQuery {
  @DayField({ optional: true, description: 'First day, UTC; by default, the period has 30 days' }) from?: string;
  @DayField({ optional: true, description: 'Last day, inclusive; today by default' }) to?: string;

  @ChoiceField(usageIntervals, { optional: true, description: 'day by default; hour covers at most 31 days' })
  interval?: (typeof usageIntervals)[number];

  @ChoiceField(usageGroupings, { optional: true, description: 'operation_and_key by default' })
  group_by?: (typeof usageGroupings)[number];

  @TextField({ max: 100, optional: true, example: 'users.followers' }) operation?: string;
  @IdField({ optional: true }) key_id?: string;

  @ChoiceField(keyModes, {
    optional: true,
    description: 'Mode of the keys whose requests are counted; live by default. Ignored if key_id is given',
  })
  mode?: KeyMode;

  @TextField({ max: 512, optional: true, description: 'next_cursor of the previous page' }) cursor?: string;

  @IntegerField({
    min: 1,
    max: 2_000,
    optional: true,
    description: `Rows per page; a page has at most ${maxRows} rows. The CSV has all`,
  })
  limit?: number;
}

/** Totals of an hour or day. The operation or key is null if the grouping sums over it. */
export class UsageRowView extends UsageTotalsView {
  @TimeField({ description: 'Start of the hour or day' }) time: string;
  @ResponseText({ nullable: true, example: 'users.followers' }) operation: string | null;
  @IdField({ nullable: true }) key_id: string | null;
  @ResponseText({ nullable: true }) key_name: string | null;
}

export class UsagePage extends pageOf(UsageRowView) {}

export class DayTotalsView extends UsageTotalsView {
  @DayField() day: string;
}

export class ErrorTotalsView {
  @ResponseText({ example: 'profile_not_found' }) code: string;
  @ChoiceField(outcomes) outcome: Outcome;
  @ResponseInteger() requests: number;
}

export class OverviewView {
  @ResponseUsd() balance_usd: string;
  @ResponseUsd({ description: 'Average daily spend of the last seven days' }) burn_rate_usd_per_day: string;

  @ResponseInteger({ nullable: true, description: 'Days until the balance is spent at this rate; null: no spend' })
  days_left: number | null;

  @DayField() from: string;
  @DayField({ description: 'Last day of the period, UTC' }) to: string;
  @ResponseObject(UsageTotalsView) totals: UsageTotalsView;

  @ResponseObject(DayTotalsView, {
    list: true,
    description: 'Every day of the period, including days without requests',
  })
  by_day: DayTotalsView[];

  @ResponseObject(OperationTotalsView, { list: true, description: 'Highest spend first' })
  by_operation: OperationTotalsView[];

  @ResponseObject(KeyTotalsView, { list: true, description: 'The 50 keys with the highest spend' })
  by_key: KeyTotalsView[];
  @ResponseObject(ErrorTotalsView, { list: true, description: 'Most frequent first' })
  errors_by_code: ErrorTotalsView[];
}
