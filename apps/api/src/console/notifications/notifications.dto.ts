import {
  type NotificationChannel,
  type NotificationEvent,
  notificationChannels,
  notificationEvents,
} from '../../core/notifications/notification';
import { BooleanField, ChoiceField, IdField, TimeField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseText } from '../fields/response-fields';

export class NoticeView {
  @IdField() id: string;
  @ChoiceField(notificationEvents) event: NotificationEvent;
  @ResponseText({ description: 'What happened, in a sentence' }) text: string;
  @IdField({ nullable: true, description: 'The key that it is about' }) key_id: string | null;
  @BooleanField({ description: 'Whether you have seen it' }) seen: boolean;
  @TimeField() created_at: string;
}

export class SeenNoticeBody {
  @IdField({ description: 'The newest notification that was shown' }) id: string;
}

export class NoticeList extends listOf(NoticeView) {}

export class NoticeSwitchView {
  @ChoiceField(notificationEvents) event: NotificationEvent;
  @BooleanField({ description: 'Listed on the page' }) page: boolean;
  @BooleanField({ description: 'Sent by email, where the operator has configured a mail server' }) mail: boolean;
  @BooleanField({ description: 'Sent to the webhook, where there is one' }) webhook: boolean;
}

export class NoticeSwitches extends listOf(NoticeSwitchView) {}

export class NoticeSwitchBody {
  @ChoiceField(notificationEvents) event: NotificationEvent;
  @ChoiceField(notificationChannels) channel: NotificationChannel;
  @BooleanField() on: boolean;
}

export function noticeSwitches(
  off: readonly { event: NotificationEvent; channel: NotificationChannel }[],
): NoticeSwitches {
  const isOn = (event: NotificationEvent, channel: NotificationChannel) =>
    !off.some((one) => one.event === event && one.channel === channel);
  return {
    items: notificationEvents.map((event) => ({
      event,
      page: isOn(event, 'page'),
      mail: isOn(event, 'mail'),
      webhook: isOn(event, 'webhook'),
    })),
  };
}
