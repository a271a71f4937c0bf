import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../core/auth/lifecycle/api-keys.module';
import { AccessModule } from '../access/access.module';
import { PlaygroundController } from './playground.controller';

@Module({ imports: [AccessModule, ApiKeysModule], controllers: [PlaygroundController] })
export class PlaygroundModule {}
