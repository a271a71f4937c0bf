import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { ENV, type Env } from '../../platform/config/env';
import { accountTarget } from '../accounts/accounts.repository';
import { EmailLimits } from '../identity/email-limits';
import { Mail } from '../identity/mail';
import { UsersRepository } from '../identity/users.repository';
import { type Notice, type NoticeChannel, type NoticeEvent, sentenceOf } from './notice';
import { type ListedNotice, NoticesRepository } from './notices.repository';

const maxListed = 20;
const maxMails = 10;

/** Finds what accounts are to be told of, and tells them. Nothing of it is on the way of a request. */
@Injectable()
export class Notices {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notices: NoticesRepository,
    private readonly users: UsersRepository,
    private readonly mail: Mail,
    private readonly emailLimits: EmailLimits,
    @Inject(ENV) private readonly env: Pick<Env, 'PRICE_PER_REQUEST_USD' | 'PUBLIC_URL'>,
  ) {}

  /** Notes what is so now. Every process may do it at any time: each thing is noted once. */
  async look(): Promise<void> {
    const db = this.dataSource;
    const found = [
      ...(await this.notices.lowBalances(db)),
      ...(await this.notices.caps(db, this.env.PRICE_PER_REQUEST_USD)),
      ...(await this.notices.expiringKeys(db)),
      ...(await this.notices.decidedRates(db)),
    ];
    if (found.length > 0)
      await this.dataSource.transaction((within) => this.notices.add(within, found, this.mail.isConfigured));
  }

  /** Those about keys go to developers too; amounts are the owners'. */
  async sendMails(): Promise<void> {
    for (const { isOff, isLast, ...notice } of await this.notices.claimMails(this.dataSource, maxMails)) {
      const isDone = isOff || (await this.send(notice)) || isLast;
      if (isDone) await this.notices.settleMail(this.dataSource, notice);
    }
  }

  list(accountId: number, userId: number): Promise<ListedNotice[]> {
    return this.notices.list(this.dataSource, accountId, userId, maxListed);
  }

  /** This one and those before it. */
  markSeen(accountId: number, userId: number, noticeId: number): Promise<void> {
    return this.notices.markSeen(this.dataSource, accountId, userId, noticeId);
  }

  switchedOff(accountId: number): Promise<{ event: NoticeEvent; channel: NoticeChannel }[]> {
    return this.notices.switchedOff(this.dataSource, accountId);
  }

  turn(accountId: number, event: NoticeEvent, channel: NoticeChannel, isOn: boolean, actor: Actor): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      await this.notices.turn(db, accountId, event, channel, isOn);
      const detail = { event, channel, on: isOn };
      await recordAudit(db, { actor, action: 'notice.switch', ...accountTarget(accountId), detail });
    });
  }

  dropOld(): Promise<void> {
    return this.notices.dropOld(this.dataSource);
  }

  private async send(notice: Notice): Promise<boolean> {
    const members = await this.users.listMembers(this.dataSource, notice.accountId);
    const told = members.filter(
      ({ role, hasPassword }) =>
        hasPassword && (role === 'owner' || (role === 'developer' && notice.event !== 'balance.low')),
    );
    const text = `${sentenceOf(notice)}\n\n${this.env.PUBLIC_URL ?? ''}/dashboard/\n\nAn owner of the account can switch these emails off in the settings.\n`;
    const sent = await Promise.all(
      told.map(async ({ email: to }) => {
        const left = await this.emailLimits.takeIfAny('notice', notice.accountId, to);
        // One that is too many is done with: the page and the webhook tell it.
        return left === undefined || this.mail.send({ to, subject: subjects[notice.event], text });
      }),
    );
    return sent.every(Boolean);
  }
}

const subjects: Record<NoticeEvent, string> = {
  'balance.low': 'Your Loupe balance is low',
  'key.cap_near': 'A Loupe key nears its spending limit',
  'key.cap_reached': 'A Loupe key has reached its spending limit',
  'key.expiring': 'A Loupe key is about to expire',
  'rate.decided': 'Your rate request was decided',
};
