import type { IncomingMessage } from 'node:http';
import { formatUsd } from '@loupe/dto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AddressRanges } from '../../../platform/address-ranges';
import {
  type AuditEntry,
  type AuditFilter,
  AuditLogRepository,
  recordAudit,
} from '../../../platform/audit/audit-log.repository';
import { BoundedMap } from '../../../platform/bounded-map';
import type { Transactor } from '../../../platform/database/db';
import { noSuch, Problem } from '../../../platform/problem';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../api-key-format';
import { ClientIps } from '../client-ips';
import { KeyAuthenticator } from '../key-authenticator';
import { KeyRefusal } from '../key-refusal';
import { readSentKey } from '../sent-key';
import type {
  ManagementToken,
  ManagementTokenChoices,
  ManagementTokenCommand,
  NewManagementToken,
} from './management-token';
import { ManagementTokensRepository } from './management-tokens.repository';

/** Per account. Tokens that have ended do not count. */
const maxTokens = 20;
const maxListed = 100;

/** Management tokens: owners make and end them, and programs use them. Each change is one transaction with its audit entry. */
@Injectable()
export class ManagementTokens {
  /** Hashes of tokens that were valid the last time. Others at their IP who guess do not keep them from being looked up. */
  private readonly lastValid = new BoundedMap<string, true>(10_000);

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: ManagementTokensRepository,
    private readonly auditLog: AuditLogRepository,
    private readonly keys: KeyAuthenticator,
    private readonly addresses: ClientIps,
  ) {}

  /** Newest first; tokens that have ended come last. */
  list(accountId: number): Promise<ManagementToken[]> {
    return this.repository.list(this.dataSource, accountId, maxListed);
  }

  /** @throws {Problem} `not_found` */
  async find(accountId: number, tokenId: number): Promise<ManagementToken> {
    return found(await this.repository.find(this.dataSource, accountId, tokenId));
  }

  /** What a program did with a token, newest first. */
  actions(
    accountId: number,
    filter: Required<Pick<AuditFilter, 'tokenId' | 'after'>>,
    limit: number,
  ): Promise<AuditEntry[]> {
    return this.auditLog.list(this.dataSource, { ...filter, accountId, seenBy: 'members' }, limit);
  }

  /** @throws {Problem} `conflict` for too many tokens, or when the actor is no owner any more. */
  create(
    { accountId, actor }: Pick<ManagementTokenCommand, 'accountId' | 'actor'>,
    choices: ManagementTokenChoices,
    within: Transactor = this.dataSource,
  ): Promise<NewManagementToken> {
    return within.transaction(async (db) => {
      await this.repository.lockAccount(db, accountId);
      const plaintext = generateApiKey('manage');
      const secret = { hash: hashApiKey(plaintext), prefix: apiKeyPrefix(plaintext) };
      const token = { ...choices, ...secret };
      const id = await this.repository.insert(db, accountId, actor.userId, token, maxTokens);
      if (id === undefined)
        throw new Problem('conflict', `The account already has ${maxTokens} management tokens. Revoke one first.`);
      const created = found(await this.repository.find(db, accountId, id));
      const { name, dailyCapMicros, allowedIps, expiresAt } = choices;
      await recordAudit(db, {
        actor,
        action: 'management_token.create',
        ...targetOf(created),
        detail: {
          name,
          prefix: secret.prefix,
          expires_at: expiresAt,
          daily_cap_usd: dailyCapMicros === null ? null : formatUsd(dailyCapMicros),
          allowed_ips: allowedIps,
        },
      });
      return { ...created, plaintext };
    });
  }

  /**
   * Lets a token go on whose owner has left: the actor answers for it from now on.
   * @throws {Problem} `not_found`; `conflict` when it has ended; `forbidden` when the actor is no owner.
   */
  confirm(command: ManagementTokenCommand): Promise<ManagementToken> {
    return this.change(command, async (db, token) => {
      const { accountId, tokenId, actor } = command;
      if (token.state === 'revoked' || token.state === 'expired')
        throw new Problem('conflict', 'This management token has ended. Create a new one.');
      if (!(await this.repository.setOwner(db, accountId, actor.userId, tokenId)))
        throw new Problem('forbidden', 'Only an owner of the account can confirm a management token.');
      await recordAudit(db, { actor, action: 'management_token.confirm', ...targetOf(token) });
      return found(await this.repository.find(db, accountId, tokenId));
    });
  }

  /** Holds from the token's next request on; revoking again changes nothing. @throws {Problem} `not_found` */
  revoke(command: ManagementTokenCommand): Promise<void> {
    return this.change(command, async (db, token) => {
      if (!(await this.repository.revoke(db, token.id))) return;
      const detail = { name: token.name, prefix: token.prefix };
      await recordAudit(db, { actor: command.actor, action: 'management_token.revoke', ...targetOf(token), detail });
    });
  }

  /**
   * Reads the token of a request without looking it up.
   * @throws {Problem} 401; 403 `wrong_credential` for an API key; 429 after many invalid tokens from the client IP, unless this
   *   token was valid the last time
   */
  hashOfSent(request: IncomingMessage): Buffer {
    const sent = readSentKey(request, 'management token');
    if (sent instanceof KeyRefusal) throw this.keys.problemOf(sent, request);
    const hash = hashApiKey(sent);
    if (!this.lastValid.has(hash.toString('hex'))) this.keys.refuseGuesses(request);
    return hash;
  }

  /**
   * Authenticates a token. Reads its row from the database every time, so that an end holds at once.
   * @throws {Problem} 401; 403 `account_suspended`; 429 after many invalid tokens
   */
  async authenticate(hash: Buffer, request: IncomingMessage): Promise<ManagementToken> {
    const outcome = await this.usable(hash, request);
    const known = hash.toString('hex');
    if (outcome instanceof KeyRefusal) {
      this.lastValid.delete(known);
      throw this.keys.problemOf(outcome, request);
    }
    this.lastValid.set(known, true);
    await this.repository.touch(this.dataSource, outcome.id, this.addresses.of(request));
    return outcome;
  }

  /**
   * Keeps a token from ending until the caller's transaction ends: no change commits after its token's end. The caller has
   * locked the account before. @throws {Problem} `unauthorized` when it has just ended
   */
  async hold(db: EntityManager, token: ManagementToken): Promise<void> {
    const state = (await this.repository.hold(db, token))?.state ?? 'revoked';
    if (state !== 'active') throw new Problem('unauthorized', ended[state]);
  }

  private async usable(hash: Buffer, request: IncomingMessage): Promise<ManagementToken | KeyRefusal> {
    const token = await this.repository.findByHash(this.dataSource, hash);
    if (!token) return new KeyRefusal('This management token does not exist on this installation.');
    if (token.state !== 'active') return new KeyRefusal(ended[token.state]);
    if (!token.isAccountActive)
      return new KeyRefusal('The account of this management token is suspended. Contact support.', 'account_suspended');
    const address = this.addresses.of(request);
    if (token.allowedIps.length > 0 && !new AddressRanges(token.allowedIps).includes(address))
      return new KeyRefusal(`You cannot use this management token from the IP address ${address}.`);
    return token;
  }

  private change<T>(
    { accountId, tokenId }: ManagementTokenCommand,
    work: (db: EntityManager, token: ManagementToken) => Promise<T>,
  ): Promise<T> {
    return this.dataSource.transaction(async (db) => {
      await this.repository.lockAccount(db, accountId);
      return work(db, found(await this.repository.find(db, accountId, tokenId)));
    });
  }
}

const ended = {
  revoked: 'This management token was revoked. Create a new one in the dashboard.',
  expired: 'This management token has expired. Create a new one in the dashboard.',
  unconfirmed:
    'The owner who answered for this management token is no longer an owner of the account. Another owner can confirm it in the dashboard.',
};

function targetOf({ id, accountId }: ManagementToken) {
  return { accountId, targetType: 'management_token', targetId: `${id}` };
}

function found(token: ManagementToken | undefined): ManagementToken {
  if (!token) throw noSuch('management token');
  return token;
}
