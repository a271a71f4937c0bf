import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import { firstDailyCapMicros } from './built-in-keys';
import { SpendingCapsRepository } from './spending-caps.repository';

export interface DeveloperCapChange {
  readonly accountId: number;
  /** Null: the default, {@link firstDailyCapMicros}. */
  readonly dailyCapMicros: bigint | null;
  readonly actor: Actor;
}

/** The cap of every key that a developer creates. A change does not affect existing keys. */
@Injectable()
export class DeveloperCaps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly caps: SpendingCapsRepository,
  ) {}

  /** The caps of a new key. */
  async of(accountId: number): Promise<{ dailyCapMicros: bigint; monthlyCapMicros: null }> {
    const chosen = await this.caps.findOfDevelopers(this.dataSource, accountId);
    return { dailyCapMicros: chosen ?? firstDailyCapMicros, monthlyCapMicros: null };
  }

  set({ accountId, dailyCapMicros, actor }: DeveloperCapChange): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      await this.caps.setOfDevelopers(db, accountId, dailyCapMicros);
      const detail = { developer_daily_cap_usd: dailyCapMicros === null ? null : formatUsd(dailyCapMicros) };
      const target = { accountId, targetType: 'account', targetId: `${accountId}` };
      await recordAudit(db, { actor, action: 'account.developer_cap', ...target, detail });
    });
  }
}
