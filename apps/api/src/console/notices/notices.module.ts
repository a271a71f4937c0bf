import { Module } from '@nestjs/common';
import { NoticesModule as CoreNoticesModule } from '../../core/notices/notices.module';
import { AccessModule } from '../access/access.module';
import { NoticesController } from './notices.controller';

@Module({ imports: [AccessModule, CoreNoticesModule], controllers: [NoticesController] })
export class NoticesModule {}
