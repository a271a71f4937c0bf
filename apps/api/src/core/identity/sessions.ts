import type { DataSource, EntityManager } from 'typeorm';
import { newSecretToken, secretTokenHash } from './secret-token';
import type { Session } from './session';
import { SessionsRepository } from './sessions.repository';

/** Where a browser is, and what it says it is. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

const longestUserAgent = 300;

/** Sessions: who is signed in, in which browsers. */
export class Sessions {
  private readonly repository: SessionsRepository;

  constructor(dataSource: DataSource) {
    this.repository = new SessionsRepository(dataSource.manager);
  }

  /**
   * Opens a session in the caller's transaction; its token goes into the browser's cookie and is kept nowhere else.
   * @param replaced token that the browser had before: that session ends.
   */
  async open(db: EntityManager, userId: number, client: Client, replaced: string | undefined): Promise<string> {
    const sessions = new SessionsRepository(db);
    const token = newSecretToken();
    await sessions.deleteReplaced(userId, replaced === undefined ? null : secretTokenHash(replaced));
    const userAgent = client.userAgent.slice(0, longestUserAgent);
    await sessions.insert({ userId, tokenHash: secretTokenHash(token), address: client.address, userAgent });
    return token;
  }

  /** The live session of a token, noting that it is in use. */
  async find(token: string, address: string): Promise<Session | undefined> {
    const session = await this.repository.find(secretTokenHash(token));
    if (session && (session.address !== address || session.isLastSeenStale))
      await this.repository.touch(session.id, address);
    return session;
  }

  list(userId: number): Promise<Session[]> {
    return this.repository.list(userId);
  }

  confirmPassword(id: number): Promise<void> {
    return this.repository.confirmPassword(id);
  }

  /** Whether there was such a session of this user. */
  end(id: number, userId: number): Promise<boolean> {
    return this.repository.delete(id, userId);
  }

  /** Ends all but one. */
  endOthers(db: EntityManager, userId: number, keptId: number): Promise<void> {
    return new SessionsRepository(db).deleteAll(userId, keptId);
  }
}
