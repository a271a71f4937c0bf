import { AnswerInteger, AnswerObject, AnswerText } from '../fields/answer-fields';
import { BooleanField } from '../fields/number-fields';
import { ChoiceField, TimeField } from '../fields/text-fields';

export class UpstreamSessionView {
  @AnswerText({ description: 'Name of the session in the operator’s file' })
  name: string;

  @ChoiceField(['live', 'resting', 'dead'])
  state: 'live' | 'resting' | 'dead';
}

export class UpstreamHealthView {
  @ChoiceField(['closed', 'open', 'half-open'], { description: 'open: the upstream is not asked for a while' })
  breaker: 'closed' | 'open' | 'half-open';

  @AnswerObject(UpstreamSessionView, { list: true })
  sessions: UpstreamSessionView[];
}

export class ChargeQueueView {
  @AnswerInteger({ description: 'Charges that wait for their batch in this process' })
  waiting: number;

  @AnswerInteger({ description: 'How many may wait before requests are refused' })
  capacity: number;
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

  @AnswerObject(ReconcileView, { nullable: true, description: 'The last one; null: none has run yet' })
  reconcile: ReconcileView | null;
}
