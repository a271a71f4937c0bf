import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { KeySetRefresher } from '../../core/auth/key-set.refresher';
import type { ApiKey, KeyCommand, NewApiKey } from '../../core/auth/lifecycle/api-key';
import { ApiKeys } from '../../core/auth/lifecycle/api-keys';
import { RateRequests } from '../../core/auth/lifecycle/rate-requests';
import { SecurityNotifications } from '../../core/identity/security-notifications';
import { IdempotentChanges, type RequestedChange } from '../../platform/idempotent-changes/idempotent-changes';
import { requireFreshPassword } from '../access/access.guard';
import { actorOf, requireOwner, type SignedIn } from '../access/signed-in';
import { type CreateKeyBody, keyChoicesOf } from '../fields/key-fields';
import { requireUnchanged } from '../http/unchanged';
import { KeyViewer, newKeyView } from './key-viewer';
import {
  type ChangeSeenKeyBody,
  type KeyView,
  type NewKeyView,
  type RateRequestBody,
  type RateRequestView,
  rateRequestView,
} from './keys.dto';

/** Changes take effect in this process before the response, and in other processes within a second. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: ApiKeys,
    private readonly rateRequests: RateRequests,
    private readonly viewer: KeyViewer,
    private readonly keySet: KeySetRefresher,
    private readonly notifications: SecurityNotifications,
    private readonly changes: IdempotentChanges,
  ) {}

  async create(change: RequestedChange, accountId: number, user: SignedIn, body: CreateKeyBody): Promise<NewKeyView> {
    requireOwnerForCaps(user, body);
    const choices = { ...keyChoicesOf(body), name: body.name, mode: body.mode };
    return this.showNew(change, accountId, (db) =>
      this.keys.create(accountId, choices, actorOf(user), user.role === 'owner', db),
    );
  }

  async change(accountId: number, user: SignedIn, keyId: number, body: ChangeSeenKeyBody): Promise<KeyView> {
    const { name: _name, seen, ...limits } = body;
    requireOwnerForCaps(user, body);
    if (Object.values(limits).some((limit) => limit !== undefined)) requireFreshPassword(user);
    const check = (key: ApiKey) => requireUnchanged(seen, body, newKeyView(key));
    const changed = await this.keys.update(commandOf(accountId, user, keyId), keyChoicesOf(body), undefined, check);
    await this.keySet.refresh();
    return this.viewer.show(changed);
  }

  async revoke(accountId: number, user: SignedIn, keyId: number): Promise<void> {
    await this.keys.revoke(commandOf(accountId, user, keyId));
    await this.keySet.refresh();
  }

  rotate(
    change: RequestedChange,
    accountId: number,
    user: SignedIn,
    keyId: number,
    overlapSeconds: number,
  ): Promise<NewKeyView> {
    const command = commandOf(accountId, user, keyId);
    return this.showNew(change, accountId, (db) =>
      this.keys.rotate(command, overlapSeconds, user.role === 'owner', db),
    );
  }

  requestRate(
    change: RequestedChange,
    accountId: number,
    user: SignedIn,
    keyId: number,
    { requests_per_second: requestsPerSecond, reason }: RateRequestBody,
  ): Promise<RateRequestView> {
    const command = commandOf(accountId, user, keyId);
    return this.changes.once(change, async (db) =>
      rateRequestView(await this.rateRequests.create(command, { requestsPerSecond, reason }, db)),
    );
  }

  private showNew(
    change: RequestedChange,
    accountId: number,
    perform: (db: EntityManager) => Promise<NewApiKey>,
  ): Promise<NewKeyView> {
    return this.changes.once(
      change,
      async (db) => {
        const { plaintext, ...key } = await perform(db);
        return { ...newKeyView(key), key: plaintext };
      },
      async (created) => {
        await this.keySet.refresh();
        this.notifications.keyCreated(accountId, created);
        if (created.rotated_from_id === null) return created;
        // The family of a rotated key has spent before.
        return { ...(await this.viewer.show(await this.keys.find(Number(created.id), accountId))), key: created.key };
      },
    );
  }
}

/** Only owners may set a cap, or remove one with null. @throws {Problem} `forbidden` */
function requireOwnerForCaps(user: SignedIn, { daily_cap_usd, monthly_cap_usd }: ChangeSeenKeyBody): void {
  if (daily_cap_usd !== undefined || monthly_cap_usd !== undefined) requireOwner(user, 'choose what a key may spend');
}

function commandOf(accountId: number, user: SignedIn, keyId: number): KeyCommand {
  return { accountId, keyId, actor: actorOf(user) };
}
