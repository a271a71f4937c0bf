import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import type { EntityDb, Transactor } from '../../../platform/database/db';
import type { WebhookDelivery, WebhookEndpoint } from '../../../platform/database/entities/webhooks';
import { noSuch, Problem, parameterProblem, tooManyRequests } from '../../../platform/problem';
import { webhookUrlError } from './public-address';
import { type DeliveryFilter, WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { type EndpointChange, WebhookEndpointsRepository } from './webhook-endpoints.repository';
import { newMessageId, webhookBody } from './webhook-outbox';
import { WebhookSecrets } from './webhook-secrets';

export const maxEndpoints = 5;
const maxRotatedSecrets = 5;
const maxTestsPerHour = 10;
const maxResendsPerHour = 60;

export interface ListedEndpoint extends WebhookEndpoint {
  readonly lastDelivery: WebhookDelivery | undefined;
}

/** The webhook endpoints of accounts. Methods that take an id throw `not_found` for an id of another account. */
@Injectable()
export class Webhooks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  async list(accountId: number): Promise<ListedEndpoint[]> {
    const endpoints = await this.endpoints.list(this.dataSource, accountId);
    return Promise.all(endpoints.map((endpoint) => this.withLastDelivery(this.dataSource, endpoint)));
  }

  async read(accountId: number, id: number, db: EntityDb = this.dataSource): Promise<ListedEndpoint> {
    return this.withLastDelivery(db, found(await this.endpoints.find(db, accountId, id)));
  }

  /**
   * Adds an endpoint, in the caller's transaction.
   * @returns it with its signing secret, which cannot be read again
   * @throws {Problem} `unprocessable_entity` unless the URL is an https URL on the public internet; `conflict` for a sixth
   * endpoint, and when the installation cannot store secrets
   */
  async create(
    db: EntityManager,
    { accountId, url, events, actor }: { accountId: number; url: string; events: string[]; actor: Actor },
  ): Promise<{ endpoint: ListedEndpoint; secret: string }> {
    requirePublic(url);
    const { secret, encryptedSecret } = this.secrets.make(accountId);
    const id = await this.endpoints.insert(db, { accountId, url, events }, encryptedSecret, maxEndpoints);
    if (id === undefined)
      throw new Problem('conflict', `An account has at most ${maxEndpoints} endpoints. Remove one first.`);
    await record(db, actor, 'webhook.create', accountId, id, { host: hostOf(url), events });
    return { endpoint: await this.read(accountId, id, db), secret };
  }

  /** Deliveries that wait go to the new URL. An endpoint that is switched on again gets what has waited since. */
  change(accountId: number, id: number, change: EndpointChange, actor: Actor): Promise<ListedEndpoint> {
    const { url, ...others } = change;
    if (url !== undefined) requirePublic(url);
    return this.dataSource.transaction(async (db) => {
      await this.locked(db, accountId, id);
      await this.endpoints.change(db, id, change);
      const detail = { ...others, ...(url !== undefined && { host: hostOf(url) }) };
      await record(db, actor, 'webhook.change', accountId, id, detail);
      return this.read(accountId, id, db);
    });
  }

  remove(accountId: number, id: number, actor: Actor): Promise<void> {
    return this.dataSource.transaction(async (db) => {
      if (!(await this.endpoints.remove(db, accountId, id))) throw notFound();
      await record(db, actor, 'webhook.remove', accountId, id);
    });
  }

  /**
   * Replaces the secret, in the caller's transaction. The old one signs along for a day.
   * @throws {Problem} `too_many_requests` while five old ones sign along
   */
  async rotateSecret(
    db: EntityManager,
    accountId: number,
    id: number,
    actor: Actor,
  ): Promise<{ endpoint: ListedEndpoint; secret: string }> {
    await this.locked(db, accountId, id);
    const { secret, encryptedSecret } = this.secrets.make(accountId);
    if (!(await this.endpoints.rotateSecret(db, id, encryptedSecret, maxRotatedSecrets))) {
      const detail = `A secret can be rotated ${maxRotatedSecrets} times a day, because each old one signs along for a day.`;
      throw tooManyRequests('rate', detail, 3_600);
    }
    await record(db, actor, 'webhook.rotate_secret', accountId, id);
    return { endpoint: await this.read(accountId, id, db), secret };
  }

  /**
   * A secret from before an upgrade in its present form, until it is rotated.
   * @throws {Problem} `conflict` if the secret was made in this form, or cannot be decrypted
   */
  readOldSecret(accountId: number, id: number, actor: Actor): Promise<string> {
    return this.dataSource.transaction(async (db) => {
      const { hasOldSecret } = await this.locked(db, accountId, id);
      if (!hasOldSecret)
        throw new Problem(
          'conflict',
          'The secret of this endpoint was shown when it was made. Rotate it to get a new one.',
        );
      const secret = this.secrets.decrypt(accountId, await this.endpoints.secret(db, id));
      if (secret === undefined)
        throw new Problem(
          'conflict',
          'The secret of this endpoint can no longer be decrypted. Rotate it to get a new one.',
        );
      await record(db, actor, 'webhook.show_secret', accountId, id);
      return secret;
    });
  }

  /**
   * Queues a test delivery, which is attempted once.
   * @throws {Problem} `conflict` while the endpoint is off or a test is in progress; `too_many_requests` after ten per hour
   */
  sendTest(accountId: number, id: number, within: Transactor = this.dataSource): Promise<WebhookDelivery> {
    const type = 'test';
    const body = webhookBody({ type, data: { account_id: `${accountId}` } });
    return within.transaction((db) =>
      this.queueManual(db, { accountId, endpointId: id, type, messageId: newMessageId(), body }),
    );
  }

  /**
   * Queues a stored delivery again, with its id and its body. It is attempted once.
   * @throws {Problem} `conflict` while the endpoint is off; `too_many_requests` after sixty per hour
   */
  resend(
    accountId: number,
    deliveryId: number,
    actor: Actor,
    within: Transactor = this.dataSource,
  ): Promise<WebhookDelivery> {
    return within.transaction(async (db) => {
      const delivery = await this.deliveries.find(db, accountId, deliveryId);
      if (delivery === null) throw noSuch('delivery', 'deliveries');
      const again = await this.queueManual(db, delivery);
      const detail = { type: delivery.type, message_id: delivery.messageId };
      await record(db, actor, 'webhook.resend', accountId, delivery.endpointId, detail);
      return again;
    });
  }

  async listDeliveries(
    accountId: number,
    id: number,
    filter: DeliveryFilter,
    limit: number,
  ): Promise<WebhookDelivery[]> {
    found(await this.endpoints.find(this.dataSource, accountId, id));
    return this.deliveries.list(this.dataSource, id, filter, limit);
  }

  private async queueManual(
    db: EntityDb,
    delivery: Pick<WebhookDelivery, 'accountId' | 'endpointId' | 'type' | 'messageId' | 'body'>,
  ): Promise<WebhookDelivery> {
    const { accountId, endpointId } = delivery;
    const { offSince } = await this.locked(db, accountId, endpointId);
    if (offSince !== null) throw new Problem('conflict', 'This endpoint is off. Switch it on first.');
    const isTest = delivery.type === 'test';
    const { count, freeInSeconds } = await this.deliveries.recentManual(db, accountId, isTest);
    if (count >= (isTest ? maxTestsPerHour : maxResendsPerHour)) {
      const what = isTest ? `${maxTestsPerHour} tests` : `${maxResendsPerHour} deliveries again`;
      const detail = `You can send at most ${what} an hour. Try again in ${Math.ceil(freeInSeconds / 60)} minutes.`;
      throw tooManyRequests('rate', detail, freeInSeconds);
    }
    const queued = await this.deliveries.queueManual(db, delivery);
    if (queued === undefined)
      throw new Problem('conflict', 'A test is in progress. Wait for its result before you send another.');
    return (await this.deliveries.find(db, accountId, queued))!;
  }

  private async locked(db: EntityDb, accountId: number, id: number): Promise<WebhookEndpoint> {
    await this.endpoints.lockAccount(db, accountId);
    return found(await this.endpoints.find(db, accountId, id));
  }

  private async withLastDelivery(db: EntityDb, endpoint: WebhookEndpoint): Promise<ListedEndpoint> {
    const [lastDelivery] = await this.deliveries.list(db, endpoint.id, {}, 1);
    return { ...endpoint, lastDelivery };
  }
}

function requirePublic(url: string): void {
  const message = webhookUrlError(url);
  if (message) throw parameterProblem('body', 'url', message);
}

/** Only the host is recorded, because the path may contain a secret. */
const hostOf = (url: string) => new URL(url).host;

function record(db: EntityDb, actor: Actor, action: string, accountId: number, id: number, detail: object = {}) {
  const target = { accountId, targetType: 'webhook', targetId: `${id}` };
  return recordAudit(db, { actor, action, ...target, detail: { ...detail } });
}

const notFound = () => noSuch('endpoint');

function found<T>(row: T | null): T {
  if (row === null) throw notFound();
  return row;
}
