import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import type { Transactor } from '../../../platform/database/db';
import type { WebhookDelivery } from '../../../platform/database/entities/webhooks';
import { Problem, parameterProblem, tooManyRequests } from '../../../platform/problem';
import { webhookUrlError } from './public-address';
import { WebhookSecrets } from './webhook-secrets';
import { WebhooksRepository } from './webhooks.repository';

const maxListed = 50;
const maxTestsPerHour = 10;

/** The webhook of an account. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  read(accountId: number): Promise<string | undefined> {
    return this.repository.findUrl(this.dataSource, accountId);
  }

  /**
   * Sets the URL.
   * @returns the new signing secret, which cannot be read again
   * @throws {Problem} `unprocessable_entity` unless it is an https URL on the public internet; `conflict` when the
   * installation cannot store secrets
   */
  async set(accountId: number, url: string, actor: Actor, within: Transactor = this.dataSource): Promise<string> {
    const message = webhookUrlError(url);
    if (message) throw parameterProblem('body', 'url', message);
    const { secret, encryptedSecret } = this.secrets.make(accountId);
    return within.transaction(async (db) => {
      await this.repository.set(db, accountId, url, encryptedSecret);
      // Only the host is recorded, because the path may contain a secret.
      const detail = { host: new URL(url).host };
      await recordAudit(db, { actor, action: 'webhook.set', ...targetOf(accountId), detail });
      return secret;
    });
  }

  remove(accountId: number, actor: Actor): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      await this.repository.remove(db, accountId);
      await recordAudit(db, { actor, action: 'webhook.remove', ...targetOf(accountId) });
    });
  }

  /**
   * Queues a test delivery, which is attempted once.
   * @throws {Problem} `conflict` when no URL is set or a test is in progress; `too_many_requests` after ten per hour
   */
  sendTest(accountId: number, within: Transactor = this.dataSource): Promise<void> {
    return within.transaction(async (db) => {
      if (!(await this.repository.lock(db, accountId)))
        throw new Problem('conflict', 'No webhook is set. Set one first.');
      const { count, freeInSeconds } = await this.repository.recentTests(db, accountId);
      if (count >= maxTestsPerHour) {
        const detail = `You can send at most ${maxTestsPerHour} tests an hour. Try again in ${Math.ceil(freeInSeconds / 60)} minutes.`;
        throw tooManyRequests('rate', detail, freeInSeconds);
      }
      if (!(await this.repository.queueTest(db, accountId)))
        throw new Problem('conflict', 'A test is in progress. Wait for its result before you send another.');
    });
  }

  async deliveries(accountId: number): Promise<WebhookDelivery[]> {
    await this.dataSource.transaction((db) => this.repository.queueLowBalances(db));
    return this.repository.deliveries(this.dataSource, accountId, maxListed);
  }
}

function targetOf(accountId: number) {
  return { accountId, targetType: 'webhook', targetId: `${accountId}` };
}
