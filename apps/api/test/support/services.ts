import type { DataSource } from 'typeorm';
import { Accounts } from '../../src/core/accounts/accounts';
import { AccountsRepository } from '../../src/core/accounts/accounts.repository';
import { AccountStatusRepository } from '../../src/core/billing/account-status.repository';
import { ChargeKeysRepository } from '../../src/core/billing/charge-keys.repository';
import { Debts } from '../../src/core/billing/debts';
import { KeyCapsRepository } from '../../src/core/billing/key-caps.repository';
import { LedgerRepository } from '../../src/core/billing/ledger.repository';
import { ReconcileRuns } from '../../src/core/billing/reconcile/reconcile';
import { ReconcileRepository } from '../../src/core/billing/reconcile/reconcile.repository';
import { Reversals } from '../../src/core/billing/reversals';
import { TopUps } from '../../src/core/billing/top-ups';
import { TopUpsRepository } from '../../src/core/billing/top-ups.repository';
import { notificationEvents } from '../../src/core/notifications/notification';
import { Notifications } from '../../src/core/notifications/notifications';
import { NotificationsRepository } from '../../src/core/notifications/notifications.repository';
import { WebhookDeliveriesRepository } from '../../src/core/notifications/webhooks/webhook-deliveries.repository';
import { WebhookEndpointsRepository } from '../../src/core/notifications/webhooks/webhook-endpoints.repository';
import { WebhookOutbox } from '../../src/core/notifications/webhooks/webhook-outbox';
import { WebhookSecrets } from '../../src/core/notifications/webhooks/webhook-secrets';
import { Webhooks } from '../../src/core/notifications/webhooks/webhooks';
import { RequestLogRepository } from '../../src/core/usage/request-log.repository';
import { UsageLog } from '../../src/core/usage/usage-log';
import { UsagePartitions } from '../../src/core/usage/usage-partitions';
import { UsagePartitionsRepository } from '../../src/core/usage/usage-partitions.repository';
import { UsageTotals } from '../../src/core/usage/usage-totals';
import { UsageTotalsRepository } from '../../src/core/usage/usage-totals.repository';
import { StoredSecrets } from '../../src/platform/secrets/stored-secrets';
import { TokenCipher } from '../../src/platform/secrets/token-cipher';

export const topUpsOn = (dataSource: DataSource) =>
  new TopUps(dataSource, new LedgerRepository(), new TopUpsRepository());
export const reversalsOn = (dataSource: DataSource) =>
  new Reversals(
    dataSource,
    new LedgerRepository(),
    new ChargeKeysRepository(),
    new KeyCapsRepository(),
    new AccountStatusRepository(),
    new Debts(new LedgerRepository(), new AccountStatusRepository()),
  );
export const accountsOn = (dataSource: DataSource) =>
  new Accounts(dataSource, new AccountsRepository(), new LedgerRepository(), new AccountStatusRepository());
export const reconcileRunsOn = (dataSource: DataSource) =>
  new ReconcileRuns(dataSource, new ReconcileRepository(), { LEDGER_EXPORT_DIR: undefined });
export const usageTotalsOn = (dataSource: DataSource) => new UsageTotals(dataSource, new UsageTotalsRepository());
export const usagePartitionsOn = (dataSource: DataSource, retentionDays: number) =>
  new UsagePartitions(dataSource, new UsagePartitionsRepository(), { USAGE_RETENTION_DAYS: retentionDays });
export const usageLogOn = (dataSource: DataSource, onFault: (error: unknown) => void = () => undefined) =>
  new UsageLog(dataSource, new RequestLogRepository(), { warn: ({ err }: { err: unknown }) => onFault(err) });

/** The webhooks of an installation with this SECRETS_KEY; `''`: none. */
export function webhooksOn(dataSource: DataSource, key = 'a key') {
  const actor = { userId: 7, label: 'owner@example.com', address: '203.0.113.9' };
  const deliveries = new WebhookDeliveriesRepository();
  const secrets = new WebhookSecrets(new StoredSecrets(key === '' ? undefined : new TokenCipher([key])));
  const webhooks = new Webhooks(dataSource, new WebhookEndpointsRepository(), deliveries, secrets);
  const outbox = () => new WebhookOutbox(dataSource, deliveries, secrets);
  const none = undefined as never;
  const notifications = new Notifications(
    dataSource,
    new NotificationsRepository(),
    none,
    none,
    none,
    outbox(),
    deliveries,
    none,
  );
  return {
    actor,
    deliveries,
    webhooks,
    outbox,
    /** Adds an endpoint that receives these types; all by default. */
    add: (accountId: number, url: string, events: string[] = [...notificationEvents]) =>
      dataSource.transaction((db) => webhooks.create(db, { accountId, url, events, actor })),
    queueLowBalances: () => notifications.queueLowBalances(),
  };
}
