import { Body, Get, Put } from '@nestjs/common';
import { sentenceOf } from '../../core/notifications/notification';
import { Notifications } from '../../core/notifications/notifications';
import { DashboardController, Members, Owners } from '../access/access';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import {
  NotificationList,
  NotificationSwitchBody,
  NotificationSwitches,
  notificationSwitches,
  SeenNotificationBody,
} from './notifications.dto';

@DashboardController('notices', 'Notifications')
@Members()
export class NotificationsController {
  constructor(private readonly notifications: Notifications) {}

  @Get()
  @Answers(200, 'List the last twenty notifications, newest first', NotificationList)
  async list(@AccountInView() accountId: number, @CurrentUser() user: SignedIn): Promise<NotificationList> {
    const notifications = await this.notifications.list(accountId, user.id);
    return {
      items: notifications.map((notification) => ({
        id: `${notification.id}`,
        event: notification.event,
        text: sentenceOf(notification),
        key_id: notification.detail.key_id ?? null,
        seen: notification.isSeen,
        created_at: notification.createdAt.toISOString(),
      })),
    };
  }

  @Put('seen')
  @Answers(204, 'Mark a notification and all older ones as seen by you')
  markSeen(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { id }: SeenNotificationBody,
  ): Promise<void> {
    return this.notifications.markSeen(accountId, user.id, Number(id));
  }

  @Get('switches')
  @Answers(200, 'List which notifications are on, by channel', NotificationSwitches)
  async switches(@AccountInView() accountId: number): Promise<NotificationSwitches> {
    return notificationSwitches(await this.notifications.switchedOff(accountId));
  }

  @Put('switches')
  @Owners()
  @Answers(200, 'Turn a notification on or off', NotificationSwitches)
  async turn(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { event, channel, on }: NotificationSwitchBody,
  ): Promise<NotificationSwitches> {
    await this.notifications.turn(accountId, event, channel, on, actorOf(user));
    return this.switches(accountId);
  }
}
