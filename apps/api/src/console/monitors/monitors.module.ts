import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { MonitorsModule as CoreMonitorsModule } from '../../core/monitors/monitors.module';
import { AccessModule } from '../access/access.module';
import { MonitorDesk } from '../http/monitor-desk';
import { MonitorViewer } from './monitor-viewer';
import { MonitorsController, MonitorViewController } from './monitors.controller';

@Module({
  imports: [AccessModule, ApiKeysModule, CoreMonitorsModule],
  // In this order, because `operations` is no id.
  controllers: [MonitorsController, MonitorViewController],
  providers: [MonitorDesk, MonitorViewer],
})
export class MonitorsModule {}
