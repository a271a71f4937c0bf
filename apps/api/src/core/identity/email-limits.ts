import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Db } from '../../platform/database/db';
import { Problem, tooManyRequests } from '../../platform/problem';
import { KeyedHash } from '../../platform/secrets/keyed-hash';
import { SentEmailsRepository } from './sent-emails.repository';

/** How many emails of a kind Loupe sends in any 24 hours: to one address (for all accounts), and for one account. */
const limits = {
  invitation: { toAddress: 3, ofAccount: 20 },
  key: { toAddress: 3, ofAccount: 20 },
  'management token': { toAddress: 10, ofAccount: 100 },
  // Staff count together, as account 0.
  'failed proofs': { toAddress: 1, ofAccount: 50 },
  // Higher, because traffic and time trigger most of these. Still limited, because members can change thresholds at will.
  notification: { toAddress: 20, ofAccount: 200 },
} as const;

/**
 * Limits the emails that customers trigger, separately for each kind. Removing a member or an invitation does not reset the
 * counts, because they are stored separately. Addresses are stored as hashes.
 */
@Injectable()
export class EmailLimits {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sent: SentEmailsRepository,
    private readonly hash: KeyedHash,
  ) {}

  /**
   * Counts an email before it is sent, in the caller's transaction, which must roll back if this throws. @returns how many more are allowed.
   * @throws {Problem} `too_many_requests`.
   */
  async take(db: Db, kind: keyof typeof limits, accountId: number, email: string): Promise<number> {
    const { toAddress, ofAccount } = limits[kind];
    const allowances = [
      { subject: `${kind} to ${this.hash.of(email)}`, most: toAddress },
      { subject: `${kind} of ${accountId}`, most: ofAccount },
    ];
    const left = await this.sent.take(db, allowances);
    if (left.length === allowances.length) return Math.min(...left);
    const seconds = await this.sent.secondsToWait(db, allowances);
    const detail = `Loupe sends at most ${toAddress} such emails a day to one address, and ${ofAccount} for one account. Try again in ${Math.ceil(seconds / 3_600)} h.`;
    throw tooManyRequests('rate', detail, seconds);
  }

  /** Like {@link take}, in a transaction of its own. @returns undefined when there were too many emails. */
  async tryTake(kind: keyof typeof limits, accountId: number, email: string): Promise<number | undefined> {
    try {
      return await this.dataSource.transaction((db) => this.take(db, kind, accountId, email));
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  forget(): Promise<void> {
    return this.sent.deleteOld(this.dataSource);
  }
}
