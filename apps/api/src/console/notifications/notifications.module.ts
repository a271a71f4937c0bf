import { Module } from '@nestjs/common';
import { NotificationsModule as CoreNotificationsModule } from '../../core/notifications/notifications.module';
import { AccessModule } from '../access/access.module';
import { NotificationsController } from './notifications.controller';

@Module({ imports: [AccessModule, CoreNotificationsModule], controllers: [NotificationsController] })
export class NotificationsModule {}
