import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type AccountEntryPage, accountEntryView } from '../console/fields/audit-fields';
import { type PageQuery, readPage } from '../console/fields/page';
import { usageTotalsView } from '../console/fields/usage-sums';
import { isId } from '../console/http/ids';
import { AccountsRepository } from '../core/accounts/accounts.repository';
import { periodOf } from '../core/usage/period';
import { UsageTotals } from '../core/usage/usage-totals';
import type { LastTotal, UsageTotal } from '../core/usage/usage-totals.repository';
import { AuditLogRepository } from '../platform/audit/audit-log.repository';
import { utcDay } from '../platform/utc-days';
import type { groupings, ManagedBalance, ManagedUsage, ManagedUsagePage, ManagedUsageQuery } from './account.dto';

const defaultDays = 30;
const maxDays = 731;

interface Grouping {
  readonly by: 'time' | 'key' | 'operation';
  readonly form: RegExp;
  readonly after: (cursor: string) => LastTotal;
}

/** The cursor of a page is the last value of its grouping. */
const grouped: Readonly<Record<(typeof groupings)[number], Grouping>> = {
  day: {
    by: 'time',
    form: /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
    after: (day) => ({ time: new Date(day) }),
  },
  key: { by: 'key', form: /^\d{1,15}$/, after: (id) => ({ key: Number(id) }) },
  operation: { by: 'operation', form: /^[\w.]{1,100}$/, after: (operation) => ({ operation }) },
};

/** What a token sees of its account besides keys. */
@Injectable()
export class ManagedAccount {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: AccountsRepository,
    private readonly totals: UsageTotals,
    private readonly auditLog: AuditLogRepository,
  ) {}

  async balance(accountId: number): Promise<ManagedBalance> {
    const { balanceMicros } = await this.accounts.read(this.dataSource, accountId);
    return { balance_usd: formatUsd(balanceMicros), currency: 'USD' };
  }

  /** @throws {Problem} `unprocessable_entity` for an invalid or too long period; `invalid_cursor` */
  usage(accountId: number, { group_by = 'day', ...query }: ManagedUsageQuery): Promise<ManagedUsagePage> {
    const { from, to } = periodOf(query, defaultDays, maxDays);
    const { by, form, after } = grouped[group_by];
    const wanted = { accountId, fromDay: from, toDay: to, interval: 'day', by: [by] } as const;
    return readPage(query, {
      read: (cursor, limit) =>
        this.totals.list(wanted, { after: cursor === undefined ? undefined : after(cursor), limit }),
      keyOf: (total) => `${groupOf(total)[group_by === 'key' ? 'key_id' : group_by]}`,
      show: (total) => ({ ...groupOf(total), ...usageTotalsView(total) }),
      isKey: (text) => form.test(text),
    });
  }

  /** Oldest first. Reading on from the last entry skips none. */
  audit(accountId: number, query: PageQuery): Promise<AccountEntryPage> {
    return readPage(query, {
      read: (after, rows) =>
        this.auditLog.list(this.dataSource, { accountId, seenBy: 'members', order: 'oldest', after }, rows),
      keyOf: ({ id }) => id,
      show: accountEntryView,
      isKey: isId,
    });
  }
}

function groupOf({ time, keyId, operation }: UsageTotal): Pick<ManagedUsage, 'day' | 'key_id' | 'operation'> {
  return { day: time && utcDay(time.getTime()), key_id: keyId === null ? null : `${keyId}`, operation };
}
