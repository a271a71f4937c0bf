import { UpstreamClient } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccountsRepository } from '../../core/accounts/accounts.repository';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import { KeyNamesRepository } from '../../core/auth/lifecycle/key-names.repository';
import { ChargeQueues } from '../../core/billing/charge-queues';
import { ReconcileRuns } from '../../core/billing/reconcile/reconcile';
import { type AuditEntry, AuditLogRepository } from '../../platform/audit/audit-log.repository';
import { readPage } from '../fields/page';
import { idOf, isId } from '../http/ids';
import type { AuditEntryView, AuditPage, AuditQuery, HealthView } from './oversight.dto';

type NamedEntry = AuditEntry & { readonly accountName: string | null; readonly targetName: string | null };

@Injectable()
export class OversightService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auditLog: AuditLogRepository,
    private readonly upstream: UpstreamClient,
    private readonly charges: ChargeQueues,
    private readonly keySet: KeySetRefresher,
    private readonly reconcileRuns: ReconcileRuns,
    private readonly accounts: AccountsRepository,
    private readonly keyNames: KeyNamesRepository,
  ) {}

  audit({ account_id, user_id, action, ...page }: AuditQuery): Promise<AuditPage> {
    const filter = { accountId: idOf(account_id), userId: idOf(user_id), action };
    return readPage(page, {
      read: async (beforeId, limit) =>
        this.named(await this.auditLog.list(this.dataSource, { ...filter, beforeId: idOf(beforeId) }, limit)),
      keyOf: ({ id }) => `${id}`,
      show: auditEntryView,
      isKey: isId,
    });
  }

  /** With the names that accounts and keys have today. */
  private async named(entries: readonly AuditEntry[]): Promise<NamedEntry[]> {
    const accountIds = [...new Set(entries.flatMap(({ accountId }) => accountId ?? []))];
    const keyIds = entries.filter(({ targetType }) => targetType === 'key').map(({ targetId }) => Number(targetId));
    const [accounts, keys] = await Promise.all([
      this.accounts.names(this.dataSource, accountIds),
      this.keyNames.find(this.dataSource, accountIds, keyIds),
    ]);
    return entries.map((entry) => ({
      ...entry,
      accountName: accounts.get(entry.accountId ?? 0) ?? null,
      targetName: entry.targetType === 'key' ? (keys.get(Number(entry.targetId)) ?? null) : null,
    }));
  }

  /** As this process sees it: each process has its own upstream client, queue and key set. */
  async health(): Promise<HealthView> {
    const { sessions, breakerState: breaker } = this.upstream;
    const reconcile = await this.reconcileRuns.last();
    const health: Omit<HealthView, 'ok'> = {
      upstream: { breaker, sessions: sessions.size, healthy_sessions: sessions.healthy() },
      charge_queue: { waiting: this.charges.length, capacity: this.charges.capacity },
      key_set: { keys: this.keySet.size, age_seconds: Math.round(this.keySet.ageMs / 1_000) },
      reconcile: reconcile ? { time: reconcile.at.toISOString(), differences: reconcile.differences } : null,
    };
    return { ok: isHealthy(health), ...health };
  }
}

function isHealthy({ upstream, charge_queue: queue, key_set: keys, reconcile }: Omit<HealthView, 'ok'>): boolean {
  const isUpstreamHealthy = upstream.breaker === 'closed' && upstream.healthy_sessions > 0;
  const isServiceHealthy = queue.waiting < queue.capacity / 2 && keys.age_seconds <= 30;
  return isUpstreamHealthy && isServiceHealthy && (reconcile?.differences ?? 0) === 0;
}

function auditEntryView(entry: NamedEntry): AuditEntryView {
  const { actor } = entry;
  return {
    id: `${entry.id}`,
    time: entry.at.toISOString(),
    actor: { user_id: actor.userId === null ? null : `${actor.userId}`, label: actor.label, address: actor.address },
    action: entry.action,
    account_id: entry.accountId === null ? null : `${entry.accountId}`,
    account_name: entry.accountName,
    target: { type: entry.targetType, id: entry.targetId, name: entry.targetName },
    details: entry.detail,
  };
}
