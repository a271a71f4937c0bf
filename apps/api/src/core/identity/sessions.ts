import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { EntityDb } from '../../platform/database/db';
import { Problem } from '../../platform/problem';
import { newSecretToken, secretTokenHash } from './secret-token';
import type { Session, SignInMeans } from './session';
import { type ProvenAgain, SessionsRepository } from './sessions.repository';
import { wrongCredentials } from './sign-in';
import type { Credentials } from './user';
import { UsersRepository } from './users.repository';

export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/** What a sign-in has proved. */
export interface ProvenSignIn {
  readonly by: SignInMeans;
  readonly isMultiFactor: boolean;
  /** Runs in the transaction that opens the session, with the user locked. `false`: the credential is no longer the user's. */
  readonly stillHolds?: (db: EntityManager) => Promise<unknown>;
}

const maxUserAgentLength = 300;

@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SessionsRepository,
    private readonly users: UsersRepository,
  ) {}

  /**
   * Opens a session in the caller's transaction. @returns its token, which only the browser's cookie contains.
   * @param user the credentials that were checked.
   * @param replaced hash of the browser's previous token, whose session ends.
   * @throws {Problem} `unauthorized` when the credentials have changed since the check: a reset must end all sessions.
   */
  async open(
    db: EntityManager,
    user: Credentials,
    { by: openedBy, isMultiFactor, stillHolds }: ProvenSignIn,
    client: Client,
    replaced: Buffer | undefined,
  ): Promise<string> {
    if (!(await this.users.isUnchanged(db, user)) || (await stillHolds?.(db)) === false) throw wrongCredentials();
    const { id: userId } = user;
    const token = newSecretToken();
    await this.repository.deleteReplaced(db, userId, replaced ?? null);
    const userAgent = client.userAgent.slice(0, maxUserAgentLength);
    const made = { openedBy, isMultiFactor, address: client.address, userAgent };
    await this.repository.insert(db, { userId, tokenHash: secretTokenHash(token), ...made });
    return token;
  }

  /** Finds the live session of a token, and records its use. */
  async find(token: string, address: string): Promise<Session | undefined> {
    const db = this.dataSource;
    const session = await this.repository.find(db, secretTokenHash(token));
    if (session && (session.address !== address || session.isLastSeenStale))
      await this.repository.touch(db, session.id, address);
    return session;
  }

  list(userId: number): Promise<Session[]> {
    return this.repository.list(this.dataSource, userId);
  }

  /**
   * Gives a session a new token after its user has confirmed or changed a credential. A token that was stolen
   * earlier then stops working.
   * @param oldHash of its token.
   * @throws {Problem} `unauthorized` when the session has ended, or a concurrent request has replaced its token.
   */
  async renew(db: EntityDb, oldHash: Buffer, proven: ProvenAgain): Promise<string> {
    const fresh = newSecretToken();
    const isRenewed = await this.repository.replaceToken(db, oldHash, secretTokenHash(fresh), proven);
    if (!isRenewed) throw sessionEnded();
    return fresh;
  }

  end(db: EntityManager, id: number, userId: number): Promise<boolean> {
    return this.repository.delete(db, id, userId);
  }

  /** @param keptId the session that stays, if any */
  endOthers(db: EntityManager, userId: number, keptId?: number): Promise<void> {
    return this.repository.deleteAll(db, userId, keptId);
  }
}

export const sessionEnded = () =>
  new Problem(
    'unauthorized',
    'You are not signed in, or your session has ended. Sign in again; programs use a management token below /manage.',
  );
