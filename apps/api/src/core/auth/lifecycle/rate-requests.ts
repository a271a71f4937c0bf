import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Actor, recordAudit } from '../../../platform/audit/audit-log.repository';
import type { Transactor } from '../../../platform/database/db';
import type { RateRequest } from '../../../platform/database/entities/api-keys';
import { noSuch, Problem } from '../../../platform/problem';
import { type KeyCommand, keyTarget } from './api-key';
import { ApiKeysRepository } from './api-keys.repository';
import type { RateRequestItem } from './rate-request';
import { RateRequestsRepository } from './rate-requests.repository';

export interface RateIncrease {
  /** 1 to 10000. */
  readonly requestsPerSecond: number;
  /** 1 to 1000 characters. */
  readonly reason: string;
}

export interface RateDecisionInput {
  readonly granted: boolean;
  /** Defaults to the requested rate. */
  readonly requestsPerSecond?: number | undefined;
  readonly note?: string | undefined;
}

/** Requests for higher rate limits. Support grants or declines them. Each change is one transaction with its audit entry. */
@Injectable()
export class RateRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly requests: RateRequestsRepository,
    private readonly keys: ApiKeysRepository,
  ) {}

  /** @throws {Problem} `not_found`; `conflict` when the key is not active or its family has an open request. */
  create(
    { accountId, keyId, actor }: KeyCommand,
    { requestsPerSecond, reason }: RateIncrease,
    within: Transactor = this.dataSource,
  ): Promise<RateRequest> {
    return within.transaction(async (db) => {
      const key = await this.keys.find(db, keyId, accountId);
      if (!key) throw noSuch('key');
      if (key.state !== 'active')
        throw new Problem('conflict', `This key is ${key.state}. Ask for a key that is active.`);
      const request = await this.requests.insert(db, key, requestsPerSecond, reason);
      if (!request)
        throw new Problem(
          'conflict',
          'An earlier request for a higher rate limit of this key is still open. Wait for its answer.',
        );
      const detail = { requests_per_second: requestsPerSecond, reason, rate_request_id: `${request.id}` };
      await recordAudit(db, { actor, action: 'key.ask_rate', ...keyTarget(key), detail });
      return request;
    });
  }

  /** The latest request of each of these key families of an account, by key family id. */
  latest(accountId: number, families: readonly number[]): Promise<Map<number, RateRequest>> {
    return this.requests.latest(this.dataSource, accountId, families);
  }

  /** Oldest first. @param afterId the last request of the previous page; 0 for the first page. */
  list(state: RateRequest['state'], afterId: number, limit: number): Promise<RateRequestItem[]> {
    return this.requests.list(this.dataSource, state, afterId, limit);
  }

  /** Granting sets the rate of the key family. @throws {Problem} `not_found`; `conflict` when already decided. */
  decide(
    id: number,
    decision: RateDecisionInput,
    actor: Actor,
    within: Transactor = this.dataSource,
  ): Promise<RateRequest> {
    return within.transaction(async (db) => {
      const request = await this.requests.lock(db, id);
      if (!request) throw noSuch('request');
      if (request.state !== 'open') throw new Problem('conflict', `This request has already been ${request.state}.`);
      const wanted = decision.requestsPerSecond ?? request.requestsPerSecond;
      const grantedPerSecond = decision.granted ? wanted : null;
      const note = decision.note ?? null;
      const { accountId, keyFamilyId } = request;
      // Waits for a concurrent rotation, so that its new key gets the granted rate too.
      await this.keys.lockAccount(db, accountId);
      if (grantedPerSecond !== null) await this.keys.setRateOfKeyFamily(db, keyFamilyId, grantedPerSecond);
      const decided = await this.requests.decide(db, id, { grantedPerSecond, note });
      const detail = { state: decided.state, requests_per_second: grantedPerSecond, note, key_id: `${request.keyId}` };
      const target = { accountId, targetType: 'rate_request', targetId: `${id}` };
      await recordAudit(db, { actor, action: 'rate_request.decide', ...target, detail });
      return decided;
    });
  }
}
