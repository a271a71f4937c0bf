import {
  type NotificationChannel,
  type NotificationEvent,
  notificationChannels,
  notificationEvents,
} from '../../core/notifications/notification';
import { BooleanField, ChoiceField, IdField, TimeField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseText } from '../fields/response-fields';

export class NotificationView {
  @IdField() id: string;
  @ChoiceField(notificationEvents) event: NotificationEvent;
  @ResponseText({ description: 'What happened, in a sentence' }) text: string;
  @IdField({ nullable: true, description: 'The key that it is about' }) key_id: string | null;
  @BooleanField({ description: 'Whether you have seen it' }) seen: boolean;
  @TimeField() created_at: string;
}

export class SeenNotificationBody {
  @IdField({ description: 'The newest notification that was shown' }) id: string;
}

export class NotificationList extends listOf(NotificationView) {}

export class NotificationSwitchView {
  @ChoiceField(notificationEvents) event: NotificationEvent;
  @BooleanField({ description: 'Listed in the dashboard' }) page: boolean;
  @BooleanField({ description: 'Sent by email, if the operator has configured a mail server' }) mail: boolean;
}

export class NotificationSwitches extends listOf(NotificationSwitchView) {}

export class NotificationSwitchBody {
  @ChoiceField(notificationEvents) event: NotificationEvent;
  @ChoiceField(notificationChannels) channel: NotificationChannel;
  @BooleanField() on: boolean;
}

export function notificationSwitches(
  off: readonly { event: NotificationEvent; channel: NotificationChannel }[],
): NotificationSwitches {
  const isOn = (event: NotificationEvent, channel: NotificationChannel) =>
    !off.some((one) => one.event === event && one.channel === channel);
  return {
    items: notificationEvents.map((event) => ({
      event,
      page: isOn(event, 'page'),
      mail: isOn(event, 'mail'),
    })),
  };
}
