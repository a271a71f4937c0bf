import { ChoiceField, DayField, IdField } from '../console/fields/fields';
import { PageQuery, pageOf } from '../console/fields/page';
import { ResponseText, ResponseUsd } from '../console/fields/response-fields';
import { UsageTotalsView } from '../console/fields/usage-sums';

export const groupings = ['day', 'key', 'operation'] as const;

export class ManagedUsageQuery extends PageQuery {
  @DayField({ optional: true, description: 'First day, UTC; by default, the period has 30 days' }) from?: string;
  @DayField({ optional: true, description: 'Last day, inclusive; today by default' }) to?: string;
  @ChoiceField(groupings, { optional: true, description: 'day by default' }) group_by?: (typeof groupings)[number];
}

/** Requests and spend of live keys. The members of other groupings are null. */
export class ManagedUsage extends UsageTotalsView {
  @DayField({ nullable: true }) day: string | null;
  @IdField({ nullable: true }) key_id: string | null;
  @ResponseText({ nullable: true, example: 'users.followers' }) operation: string | null;
}

export class ManagedUsagePage extends pageOf(ManagedUsage) {}

export class ManagedBalance {
  @ResponseUsd() balance_usd: string;
  @ResponseText({ example: 'USD' }) currency: string;
}
