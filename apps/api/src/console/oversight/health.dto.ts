import { BooleanField } from '../shared/fields/number-fields';
import { AnswerInteger, AnswerObject } from '../shared/fields/response-fields';
import { ChoiceField, TimeField } from '../shared/fields/text-fields';

export class UpstreamHealthView {
  @ChoiceField(['closed', 'open', 'half_open'], { description: 'open: the upstream is left alone for a while' })
  breaker: 'closed' | 'open' | 'half_open';

  @AnswerInteger({ description: 'Sessions of the operator’s file' })
  sessions: number;

  @AnswerInteger({ description: 'Those that the upstream has not refused within the last minute' })
  healthy_sessions: number;
}

export class ChargeQueueView {
  @AnswerInteger({ description: 'Charges that wait for their batch in this process' })
  waiting: number;

  @AnswerInteger({ description: 'How many may wait before requests are refused' })
  capacity: number;
}

export class KeySetView {
  @AnswerInteger({ description: 'Keys that this process knows' })
  keys: number;

  @AnswerInteger({ description: 'Seconds since they were last known to be current; past 30 requests are refused' })
  age_seconds: number;
}

export class ReconcileView {
  @TimeField()
  time: string;

  @AnswerInteger({ description: '0: every balance and sum is proven' })
  differences: number;
}

export class HealthView {
  @BooleanField({ description: 'Nothing here needs a person' })
  ok: boolean;

  @AnswerObject(UpstreamHealthView)
  upstream: UpstreamHealthView;

  @AnswerObject(ChargeQueueView)
  charge_queue: ChargeQueueView;

  @AnswerObject(KeySetView)
  key_set: KeySetView;

  @AnswerObject(ReconcileView, { nullable: true, description: 'The last one; null: none has run yet' })
  reconcile: ReconcileView | null;
}
