import { type MonitorKind, monitorKinds, monitorLimits } from '../../core/monitors/monitor';
import { ChoiceField, IntegerField, type Seen, SeenField, TimeField } from '../fields/fields';
import { ChangeMonitorBody, MonitorValueView } from '../fields/monitor-fields';
import { listOf } from '../fields/page';
import { ResponseInteger, ResponseText, ResponseUsd } from '../fields/response-fields';

export class ChangeSeenMonitorBody extends ChangeMonitorBody {
  @SeenField() seen?: Seen;
}

export class WatchableQuery {
  @IntegerField({
    min: monitorLimits.minMinutes,
    max: monitorLimits.maxMinutes,
    optional: true,
    description: '15 by default',
  })
  every_minutes?: number;
}

export class WatchableView {
  @ResponseText({ example: 'users.by_id' }) operation: string;
  @ChoiceField(monitorKinds) kind: MonitorKind;
  @ResponseUsd({ description: 'Price of a run' }) price_usd: string;
  @ResponseUsd({ example: '0.057600', description: 'About what the runs of a day cost at this interval' })
  daily_cost_usd: string;
}

export class WatchableList extends listOf(WatchableView) {
  @ResponseInteger() min_minutes: number;
  @ResponseInteger() max_minutes: number;
  @ResponseInteger() max_fields: number;
}

export class MonitorPointView extends MonitorValueView {
  @TimeField() at: string;
}

export class MonitorPointList extends listOf(MonitorPointView) {}
