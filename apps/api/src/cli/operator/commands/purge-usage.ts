import { UsagePartitions } from '../../../core/usage/usage-partitions';
import { UsagePartitionsRepository, utcDay } from '../../../core/usage/usage-partitions.repository';
import { recordAudit } from '../../../platform/audit/audit-log.repository';
import { integer } from '../../../platform/config/env-readers';
import { command, facts, operator } from '../command';
import { optional } from '../option';

export const purgeUsage = command({
  name: 'purge-usage',
  purpose: 'Drops the log of single requests past its retention now, not within the hour; totals and ledger stay',
  options: {
    'keep-days': optional(integer(1, 3650), 'DAYS', 'how many days to keep; USAGE_RETENTION_DAYS when not given'),
  },
  async run({ 'keep-days': keepDays }, { env, dataSource }) {
    const days = keepDays ?? env.USAGE_RETENTION_DAYS;
    const now = Date.now();
    await new UsagePartitions(dataSource, new UsagePartitionsRepository(), { USAGE_RETENTION_DAYS: days }).keep(now);
    const keptFrom = utcDay(now - days * 86_400_000);
    const target = { accountId: null, targetType: 'usage', targetId: keptFrom };
    await recordAudit(dataSource.manager, { actor: operator, action: 'usage.purge', ...target });
    return { lines: facts({ kept_from: keptFrom }) };
  },
});
