import { listOf } from '../shared/fields/page';
import { AnswerText } from '../shared/fields/response-fields';
import { ChoiceField, DayField, IdField, TextField, TimeField } from '../shared/fields/text-fields';
import { UsageTotals } from './overview.dto';

export const usageIntervals = ['hour', 'day'] as const;
export const usageGroupings = ['operation_and_key', 'operation', 'key', 'total'] as const;

export class UsageQuery {
  @DayField({ optional: true, description: 'First day, UTC; 30 days ago when not given' })
  from?: string;

  @DayField({ optional: true, description: 'Last day, included; today when not given' })
  to?: string;

  @ChoiceField(usageIntervals, { optional: true, description: 'day when not given; hour for at most 31 days' })
  interval?: (typeof usageIntervals)[number];

  @ChoiceField(usageGroupings, { optional: true, description: 'operation_and_key when not given' })
  group_by?: (typeof usageGroupings)[number];

  @TextField({ max: 100, optional: true, example: 'users.followers' })
  operation?: string;

  @IdField({ optional: true })
  key_id?: string;
}

/** What one key spent on one operation in one hour or day; null where the grouping adds them up. */
export class UsageRowView extends UsageTotals {
  @TimeField({ description: 'When the hour or day begins' })
  time: string;

  @AnswerText({ nullable: true, example: 'users.followers' })
  operation: string | null;

  @IdField({ nullable: true })
  key_id: string | null;

  @AnswerText({ nullable: true })
  key_name: string | null;
}

/** Oldest first. */
export class UsageList extends listOf(UsageRowView) {}
