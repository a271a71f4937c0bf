import { Injectable } from '@nestjs/common';
import type { Db } from '../../platform/database/db';
import { newSecretToken, secretTokenHash } from './secret-token';

/** What a browser has begun and not yet finished. Each attempt is known by a token that only the browser has, and works once. */
@Injectable()
export class SignInAttemptsRepository {
  /** @returns the token. @param purpose what the attempt is for; it cannot be taken for another purpose */
  async begin(db: Db, purpose: string, detail: object, seconds: number): Promise<string> {
    const token = newSecretToken();
    await db.query(
      `INSERT INTO sign_in_attempts (token_hash, purpose, detail, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
      [secretTokenHash(token), purpose, JSON.stringify(detail), seconds],
    );
    return token;
  }

  /** Finds an attempt without consuming it. */
  async find<T>(db: Db, purpose: string, token: string): Promise<T | undefined> {
    const rows: { detail: T }[] = await db.query(
      'SELECT detail FROM sign_in_attempts WHERE token_hash = $1 AND purpose = $2 AND expires_at > now()',
      [secretTokenHash(token), purpose],
    );
    return rows[0]?.detail;
  }

  /** Consumes an attempt. @returns undefined when it is unknown, used or expired, or was begun for another purpose. */
  async take<T>(db: Db, purpose: string, token: string): Promise<T | undefined> {
    const [rows]: [{ detail: T }[]] = await db.query(
      'DELETE FROM sign_in_attempts WHERE token_hash = $1 AND purpose = $2 AND expires_at > now() RETURNING detail',
      [secretTokenHash(token), purpose],
    );
    return rows[0]?.detail;
  }

  async deleteExpired(db: Db): Promise<void> {
    await db.query('DELETE FROM sign_in_attempts WHERE expires_at < now()');
  }
}
