import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import type { Transactor } from '../../../platform/database/db';
import { ApiKeysRepository } from './api-keys.repository';
import { firstDailyCapMicros } from './built-in-keys';
import { SpendingCapsRepository } from './spending-caps.repository';

export interface DeveloperCapChange {
  readonly accountId: number;
  /** Null: the default, {@link firstDailyCapMicros}. */
  readonly dailyCapMicros: bigint | null;
  readonly actor: Actor;
}

/**
 * What a developer may spend per UTC day with all keys that the developer created, including ended keys and rotations. A key
 * counts towards this limit for good, whatever becomes of the member; keys that owners created never do.
 */
@Injectable()
export class DeveloperCaps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly caps: SpendingCapsRepository,
    private readonly keys: ApiKeysRepository,
  ) {}

  async of(accountId: number): Promise<bigint> {
    return (await this.caps.findOfDevelopers(this.dataSource, accountId)) ?? firstDailyCapMicros;
  }

  /** Applies at once, to existing keys too. @param check throws if the limit, which is locked, may not be changed */
  set(
    { accountId, dailyCapMicros, actor }: DeveloperCapChange,
    check?: (dailyCapMicros: bigint) => void,
    within: Transactor = this.dataSource,
  ): Promise<void> {
    return within.transaction(async (db) => {
      await this.keys.lockAccount(db, accountId);
      check?.((await this.caps.findOfDevelopers(db, accountId)) ?? firstDailyCapMicros);
      await this.caps.setOfDevelopers(db, accountId, dailyCapMicros, dailyCapMicros ?? firstDailyCapMicros);
      const detail = { developer_daily_cap_usd: dailyCapMicros === null ? null : formatUsd(dailyCapMicros) };
      const target = { accountId, targetType: 'account', targetId: `${accountId}` };
      await recordAudit(db, { actor, action: 'account.developer_cap', ...target, detail });
    });
  }
}
