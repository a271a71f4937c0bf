import { Body, Get, Put } from '@nestjs/common';
import { sentenceOf } from '../../core/notices/notice';
import { Notices } from '../../core/notices/notices';
import { DashboardController, Members, Owners } from '../access/access';
import { AccountInView, actorOf, CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { NoticeList, NoticeSwitchBody, NoticeSwitches, noticeSwitches, SeenNoticeBody } from './notices.dto';

@DashboardController('notices', 'Notices')
@Members()
export class NoticesController {
  constructor(private readonly notices: Notices) {}

  @Get()
  @Answers(200, 'List the last twenty notices, newest first', NoticeList)
  async list(@AccountInView() accountId: number, @CurrentUser() user: SignedIn): Promise<NoticeList> {
    const notices = await this.notices.list(accountId, user.id);
    return {
      items: notices.map((notice) => ({
        id: `${notice.id}`,
        event: notice.event,
        text: sentenceOf(notice),
        key_id: notice.detail.key_id ?? null,
        seen: notice.isSeen,
        created_at: notice.createdAt.toISOString(),
      })),
    };
  }

  @Put('seen')
  @Answers(204, 'Mark a notice and those before it as seen by you')
  markSeen(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { id }: SeenNoticeBody,
  ): Promise<void> {
    return this.notices.markSeen(accountId, user.id, Number(id));
  }

  @Get('switches')
  @Answers(200, 'List which notices are on, and where', NoticeSwitches)
  async switches(@AccountInView() accountId: number): Promise<NoticeSwitches> {
    return noticeSwitches(await this.notices.switchedOff(accountId));
  }

  @Put('switches')
  @Owners()
  @Answers(200, 'Turn a notice on or off', NoticeSwitches)
  async turn(
    @AccountInView() accountId: number,
    @CurrentUser() user: SignedIn,
    @Body() { event, channel, on }: NoticeSwitchBody,
  ): Promise<NoticeSwitches> {
    await this.notices.turn(accountId, event, channel, on, actorOf(user));
    return this.switches(accountId);
  }
}
