import { monitorEvents } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { MonitorEvents } from '../../gateway/monitor-events';

@Controller()
export class MonitorsController {
  constructor(private readonly events: MonitorEvents) {}

  @Endpoint(monitorEvents)
  list(@CallParam() call: CallOf<typeof monitorEvents>) {
    return this.events.page(call, call.params.monitor_id, call.params.cursor);
  }
}
