import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { UsageModule } from '../../core/usage/usage.module';
import { AccessModule } from '../access/access.module';
import { KeyViewer } from './key-viewer';
import { KeyListController, KeysController } from './keys.controller';
import { KeysService } from './keys.service';
import { RateRequestsController } from './rate-requests.controller';

@Module({
  imports: [AccessModule, ApiKeysModule, UsageModule],
  controllers: [KeyListController, KeysController, RateRequestsController],
  providers: [KeyViewer, KeysService],
})
export class KeysModule {}
