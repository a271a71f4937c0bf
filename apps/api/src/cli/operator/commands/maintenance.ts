import { wholeNumber } from '@loupe/dto';
import { CloseMonths } from '../../../core/billing/month-close/close-months';
import { ClosedMonthsRepository } from '../../../core/billing/month-close/closed-months.repository';
import { describeDifferences, ReconcileRuns } from '../../../core/billing/reconcile/reconcile';
import { ReconcileRepository } from '../../../core/billing/reconcile/reconcile.repository';
import { UsagePartitions } from '../../../core/usage/usage-partitions';
import { UsagePartitionsRepository } from '../../../core/usage/usage-partitions.repository';
import { recordAudit } from '../../../platform/audit/audit-log.repository';
import { clock } from '../../../platform/clock';
import * as schema from '../../../platform/database/data-source';
import { dayMs, utcDay } from '../../../platform/utc-days';
import { command, counted, facts, operator, optional } from '../command';

export const migrate = command({
  name: 'migrate',
  purpose: 'Applies pending migrations, as every start of the server does',
  options: {},
  migrates: true,
  async run(_values, { dataSource }) {
    const applied = await schema.migrate(dataSource);
    const line = applied > 0 ? `${counted(applied, 'migration')} applied` : 'the database is up to date';
    return { lines: [line], json: { migrations_applied: applied } };
  },
});

export const reconcile = command({
  name: 'reconcile',
  purpose: 'Checks every balance, total, cap and guard, prints the differences, and exits with 1 if there are any',
  options: {},
  async run(_values, { env, dataSource }) {
    const differences = await new ReconcileRuns(dataSource, new ReconcileRepository(), env).run();
    const lines = describeDifferences(differences).split('\n');
    const json = differences.map(({ check, subject, expected, actual }) => ({
      check,
      subject,
      expected: `${expected}`,
      found: `${actual}`,
    }));
    return { lines, json: { differences: json }, exitCode: differences.length > 0 ? 1 : 0 };
  },
});

export const closeMonth = command({
  name: 'close-month',
  purpose:
    'Closes every month that ended three days ago or earlier, and exports and drops months past LEDGER_DETAIL_MONTHS',
  options: {},
  async run(_values, { env, dataSource }) {
    const { closed, dropped } = await new CloseMonths(dataSource, new ClosedMonthsRepository(), env).runToday();
    const lines = [...closed.map((month) => `closed: ${month}`), ...dropped.map((month) => `exported: ${month}`)];
    return { lines: lines.length > 0 ? lines : ['nothing to close'], json: { closed, exported: dropped } };
  },
});

export const purgeUsage = command({
  name: 'purge-usage',
  purpose: 'Drops logged requests past their retention immediately; totals and ledger stay',
  options: {
    'keep-days': optional(wholeNumber(1, 3650), 'DAYS', 'how many days to keep; defaults to USAGE_RETENTION_DAYS'),
  },
  async run({ 'keep-days': keepDays }, { env, dataSource }) {
    const days = keepDays ?? env.USAGE_RETENTION_DAYS;
    const now = clock.wallMs();
    await new UsagePartitions(dataSource, new UsagePartitionsRepository(), { USAGE_RETENTION_DAYS: days }).run(now);
    const keptFrom = utcDay(now - days * dayMs);
    const target = { accountId: null, targetType: 'usage', targetId: keptFrom };
    await recordAudit(dataSource.manager, { actor: operator, action: 'usage.purge', ...target });
    return facts({ kept_from: keptFrom });
  },
});
