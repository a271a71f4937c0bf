import { type NoticeChannel, type NoticeEvent, noticeChannels, noticeEvents } from '../../core/notices/notice';
import { BooleanField, ChoiceField, IdField, TimeField } from '../fields/fields';
import { listOf } from '../fields/page';
import { ResponseText } from '../fields/response-fields';

export class NoticeView {
  @IdField() id: string;
  @ChoiceField(noticeEvents) event: NoticeEvent;
  @ResponseText({ description: 'What happened, in a sentence' }) text: string;
  @IdField({ nullable: true, description: 'The key that it is about' }) key_id: string | null;
  @BooleanField({ description: 'Whether you have seen it' }) seen: boolean;
  @TimeField() created_at: string;
}

export class SeenNoticeBody {
  @IdField({ description: 'The newest notice that was shown' }) id: string;
}

/** Newest first. */
export class NoticeList extends listOf(NoticeView) {}

export class NoticeSwitchView {
  @ChoiceField(noticeEvents) event: NoticeEvent;
  @BooleanField({ description: 'Listed on the page' }) page: boolean;
  @BooleanField({ description: 'Sent by email, where the operator has configured a mail server' }) mail: boolean;
  @BooleanField({ description: 'Sent to the webhook, where there is one' }) webhook: boolean;
}

export class NoticeSwitches extends listOf(NoticeSwitchView) {}

export class NoticeSwitchBody {
  @ChoiceField(noticeEvents) event: NoticeEvent;
  @ChoiceField(noticeChannels) channel: NoticeChannel;
  @BooleanField() on: boolean;
}

export function noticeSwitches(off: readonly { event: NoticeEvent; channel: NoticeChannel }[]): NoticeSwitches {
  const isOn = (event: NoticeEvent, channel: NoticeChannel) =>
    !off.some((one) => one.event === event && one.channel === channel);
  return {
    items: noticeEvents.map((event) => ({
      event,
      page: isOn(event, 'page'),
      mail: isOn(event, 'mail'),
      webhook: isOn(event, 'webhook'),
    })),
  };
}
