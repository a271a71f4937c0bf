import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { newSecretToken, secretTokenHash } from './secret-token';
import type { Session } from './session';
import { SessionsRepository } from './sessions.repository';

export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

const maxUserAgentLength = 300;

@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SessionsRepository,
  ) {}

  /**
   * Opens a session in the caller's transaction; its token goes into the browser's cookie and is kept nowhere else.
   * @param replaced token that the browser had before: that session ends.
   */
  async open(db: EntityManager, userId: number, client: Client, replaced: string | undefined): Promise<string> {
    const token = newSecretToken();
    await this.repository.deleteReplaced(db, userId, replaced === undefined ? null : secretTokenHash(replaced));
    const userAgent = client.userAgent.slice(0, maxUserAgentLength);
    await this.repository.insert(db, { userId, tokenHash: secretTokenHash(token), address: client.address, userAgent });
    return token;
  }

  /** The live session of a token, noting that it is in use. */
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

  confirmPassword(id: number): Promise<void> {
    return this.repository.confirmPassword(this.dataSource, id);
  }

  end(id: number, userId: number): Promise<boolean> {
    return this.repository.delete(this.dataSource, id, userId);
  }

  endOthers(db: EntityManager, userId: number, keptId: number): Promise<void> {
    return this.repository.deleteAll(db, userId, keptId);
  }
}
