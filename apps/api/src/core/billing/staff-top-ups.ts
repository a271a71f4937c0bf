import { formatUsd } from '@loupe/dto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Actor, recordAudit } from '../../platform/audit/audit-log.repository';
import { clock } from '../../platform/clock';
import { ENV, type Env } from '../../platform/config/env';
import type { Transactor } from '../../platform/database/db';
import { noSuch, Problem } from '../../platform/problem';
import type { Posted } from './ledger.repository';
import { type PendingTopUp, PendingTopUpsRepository } from './pending-top-ups.repository';
import { otherTopUp, type TopUp, TopUps } from './top-ups';
import { TopUpsRepository } from './top-ups.repository';

/** An equal top-up within this time is probably the same payment, credited by two people. */
const repeatMs = 600_000;

export interface StaffTopUp extends TopUp {
  /** Whether an equal top-up of the last ten minutes may be repeated. */
  readonly isRepeatConfirmed: boolean;
}

/** A top-up above the person's limit, which another person must decide. */
export interface Postponed {
  readonly pendingId: number;
}

export interface PendingDecision {
  readonly id: number;
  readonly granted: boolean;
  readonly note?: string | undefined;
  /** As in {@link StaffTopUp}. */
  readonly isRepeatConfirmed: boolean;
  readonly actor: Actor;
}

/** Top-ups by staff, within the rules for staff. {@link TopUps} credits them. */
@Injectable()
export class StaffTopUps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly topUps: TopUps,
    private readonly repository: TopUpsRepository,
    private readonly pending: PendingTopUpsRepository,
    @Inject(ENV) private readonly env: Pick<Env, 'STAFF_DAILY_TOP_UP_USD'>,
  ) {}

  /**
   * Credits an account, or leaves the top-up to another person when it exceeds what this person may credit on a UTC day.
   * @throws {Problem} as {@link TopUps.credit}; `conflict` when the request was answered before or has changed;
   *   `unprocessable_entity` when a repeat must be confirmed
   */
  async credit(topUp: StaffTopUp, within: Transactor = this.dataSource): Promise<Posted | Postponed> {
    this.topUps.requireConfirmation(topUp);
    return within.transaction(async (db) => {
      // The lock keeps two people from answering one request, or from crediting one payment twice.
      const askedAt = await this.repository.lock(db, topUp.accountId);
      if (await this.repository.findByKey(db, topUp.idempotencyKey)) return this.topUps.credit(topUp, db);
      const known = await this.pending.findByKey(db, topUp.idempotencyKey);
      if (known) {
        if (!isSame(known, topUp)) throw otherTopUp;
        return { pendingId: known.id };
      }
      await this.requireOpenRequest(db, topUp, askedAt);
      if (!topUp.isRepeatConfirmed && ((await this.pending.hasOpen(db, topUp)) || (await this.hasEqual(db, topUp))))
        throw repeated();
      return (await this.isWithinLimit(db, topUp)) ? this.topUps.credit(topUp, db) : this.postpone(db, topUp);
    });
  }

  /**
   * Credits or declines a pending top-up.
   * @throws {Problem} `not_found`; `forbidden` for the person who asked; `conflict` when it has been decided, and as {@link credit}
   */
  decide(
    { id, granted, note, isRepeatConfirmed, actor }: PendingDecision,
    within: Transactor = this.dataSource,
  ): Promise<PendingTopUp> {
    return within.transaction(async (db) => {
      const found = await this.pending.find(db, id);
      if (!found) throw noSuch('pending top-up');
      const { accountId, amountMicros, idempotencyKey } = found;
      // Lock order: the profile first, as in every top-up.
      const askedAt = granted ? await this.repository.lock(db, accountId) : null;
      const decided = await this.pending.decide(db, id, { granted, note, by: actor });
      if (!decided) throw notDecidable((await this.pending.find(db, id))!, actor);
      if (granted) {
        const topUp = {
          accountId,
          amountMicros,
          note: found.note,
          idempotencyKey,
          askedAt: found.askedAt ?? undefined,
        };
        await this.requireOpenRequest(db, topUp, askedAt);
        // The person who asked was told of earlier ones.
        if (!isRepeatConfirmed && (await this.hasEqual(db, topUp, found.createdAt.getTime()))) throw repeated();
        await this.topUps.credit({ ...topUp, confirmAmountMicros: amountMicros, actor }, db);
      }
      const detail = { granted, amount_usd: formatUsd(amountMicros), asked_by: found.askedBy, note };
      await recordAudit(db, { actor, action: 'top_up.decide', ...targetOf(decided), detail });
      return decided;
    });
  }

  /** Oldest first. @param afterId the last one of the previous page; 0 for the first page */
  listOpen(afterId: number, limit: number): Promise<PendingTopUp[]> {
    return this.pending.listOpen(this.dataSource, afterId, limit);
  }

  private async requireOpenRequest(
    db: EntityManager,
    { accountId, askedAt }: Pick<TopUp, 'accountId' | 'askedAt'>,
    openSince: Date | null,
  ): Promise<void> {
    if (askedAt === undefined || openSince?.getTime() === askedAt.getTime()) return;
    const answer = await this.repository.answerTo(db, accountId, askedAt);
    throw new Problem(
      'conflict',
      answer
        ? `${answer.by} answered this request at ${timeOf(answer.at)} UTC with ${shortUsd(answer.amountUsd)}. Top up once more only if more is due.`
        : 'The request has changed or is closed. Read it again before you answer it.',
      { members: { reason: 'request_answered' } },
    );
  }

  /** Whether the account got the same amount in the last ten minutes, and not before `sinceMs`. */
  private hasEqual(
    db: EntityManager,
    { accountId, amountMicros }: Pick<TopUp, 'accountId' | 'amountMicros'>,
    sinceMs = 0,
  ): Promise<boolean> {
    return this.repository.hasEqualSince(db, accountId, amountMicros, Math.max(sinceMs, clock.wallMs() - repeatMs));
  }

  private async isWithinLimit(db: EntityManager, { amountMicros, actor }: StaffTopUp): Promise<boolean> {
    const limitMicros = this.env.STAFF_DAILY_TOP_UP_USD;
    return limitMicros === undefined || this.repository.countCredit(db, actor.userId!, amountMicros, limitMicros);
  }

  private async postpone(db: EntityManager, topUp: StaffTopUp): Promise<Postponed> {
    const { accountId, amountMicros, note, actor } = topUp;
    const pendingId = await this.pending.insert(db, topUp);
    const detail = { amount_usd: formatUsd(amountMicros), note };
    await recordAudit(db, { actor, action: 'top_up.postpone', ...targetOf({ id: pendingId, accountId }), detail });
    return { pendingId };
  }
}

function repeated(): Problem {
  const message = 'must be true, because an equal top-up was made in the last ten minutes, or waits for a decision';
  const detail =
    'The account got a top-up of this amount in the last ten minutes, or one waits for a decision. Repeat it only if both are due.';
  const errors = [{ in: 'body', parameter: 'confirm_repeat', message } as const];
  return new Problem('unprocessable_entity', detail, { members: { errors, reason: 'repeat_confirmation_required' } });
}

const isSame = (known: PendingTopUp, { accountId, amountMicros, note }: TopUp): boolean =>
  known.accountId === accountId && known.amountMicros === amountMicros && known.note === note;

function notDecidable({ state, askedById, decidedBy, decidedAt }: PendingTopUp, actor: Actor): Problem {
  if (state === 'open' && askedById === actor.userId)
    return new Problem('forbidden', 'Another person in support must decide about this top-up.');
  return new Problem('conflict', `${decidedBy} ${state} this top-up at ${timeOf(decidedAt!)} UTC.`);
}

/** `$52.00` of `52.000000`, and `$0.0004` of `0.000400`. */
const shortUsd = (usd: string): string => `$${usd.replace(/(\.\d\d\d*?)0+$/, '$1')}`;

const timeOf = (at: Date): string => at.toISOString().slice(11, 16);

function targetOf({ id, accountId }: { readonly id: number; readonly accountId: number }) {
  return { accountId, targetType: 'pending_top_up', targetId: `${id}` };
}
