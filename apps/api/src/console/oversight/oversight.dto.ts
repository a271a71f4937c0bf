import { ApiProperty } from '@nestjs/swagger';
import { AuditTargetView, EntryView } from '../fields/audit-fields';
import { BooleanField, ChoiceField, IdField, TextField, TimeField } from '../fields/fields';
import { PageQuery, pageOf } from '../fields/page';
import { ResponseInteger, ResponseObject, ResponseText } from '../fields/response-fields';

export class AuditQuery extends PageQuery {
  @IdField({ optional: true }) account_id?: string;
  @IdField({ optional: true, description: 'The user who acted' }) user_id?: string;
  @TextField({ max: 100, optional: true, example: 'account.top_up' }) action?: string;
  @TimeField({ optional: true, description: 'Start, inclusive' }) from?: string;
  @TimeField({ optional: true, description: 'End, exclusive' }) to?: string;

  @ChoiceField(['newest', 'oldest'], {
    optional: true,
    description: 'newest first by default. oldest: the id of an entry is the cursor of what follows it, now or later',
  })
  order?: 'newest' | 'oldest' | undefined;
}

export class NamedTargetView extends AuditTargetView {
  @ResponseText({ nullable: true, description: 'Name of a key; null for other targets' }) name: string | null;
}

/** An audit entry as staff see it. */
export class AuditEntryView extends EntryView {
  @IdField({ nullable: true }) account_id: string | null;
  @ResponseText({ nullable: true }) account_name: string | null;
  @ResponseObject(NamedTargetView) target: NamedTargetView;
}

export class AuditPage extends pageOf(AuditEntryView) {}

export class UpstreamHealthView {
  @ChoiceField(['closed', 'open', 'half_open'], { description: 'open: no requests are sent upstream for a while' })
  breaker: 'closed' | 'open' | 'half_open';

  @ResponseInteger({ description: 'Sessions in the operator’s file' }) sessions: number;

  @ResponseInteger({ description: 'Sessions in use: neither cooling down nor disabled' })
  healthy_sessions: number;
}

export class ChargeQueueView {
  @ResponseInteger({ description: 'Charges waiting for their batch in this process' }) waiting: number;
  @ResponseInteger({ description: 'How many charges may wait before requests are refused' }) capacity: number;
}

export class KeySetView {
  @ResponseInteger({ description: 'Keys in the memory of this process' }) keys: number;

  @ResponseInteger({ description: 'Seconds since the keys were last up to date; above 30, requests are refused' })
  age_seconds: number;
}

export class ReconcileView {
  @TimeField() time: string;
  @ResponseInteger({ description: '0: all balances and sums agree' }) differences: number;
}

export class QualityView {
  @TimeField({ description: 'When the figures were computed' }) time: string;
  @ResponseInteger({
    nullable: true,
    description:
      'At most ten calls of each account, rounded to two significant digits; null: too few calls or accounts',
  })
  calls: number | null;

  @ApiProperty({ type: Number, nullable: true, description: 'From 0 to 1; null: too few calls or accounts' }) answered:
    | number
    | null;
  @ApiProperty({ type: Number, nullable: true }) failed_upstream: number | null;
  @ApiProperty({ type: Number, nullable: true }) failed_in_loupe: number | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Of the answered calls' }) median_ms: number | null;
  @ApiProperty({ type: Number, nullable: true, description: '95th percentile' }) p95_ms: number | null;
}

export class HealthView {
  @BooleanField({ description: 'true: nothing here needs attention' }) ok: boolean;
  @ResponseObject(UpstreamHealthView) upstream: UpstreamHealthView;
  @ResponseObject(ChargeQueueView) charge_queue: ChargeQueueView;
  @ResponseObject(KeySetView) key_set: KeySetView;

  @ResponseObject(ReconcileView, { nullable: true, description: 'The last run; null: no run yet' })
  reconcile: ReconcileView | null;

  @ResponseObject(QualityView, { nullable: true, description: 'null: not computed yet' }) quality: QualityView | null;
}
