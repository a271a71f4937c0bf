import { formatUsd, type Operation, type ProblemCode } from '@loupe/dto';
import { UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { ChargeQueue } from '../core/billing/charge-queue';
import { Funds } from '../core/billing/funds';
import { KeyCaps } from '../core/billing/key-caps';
import { Problem } from '../platform/http/problem';
import { Reply } from '../platform/http/reply';
import { problemReply } from '../platform/http/send-problem';
import type { Answer } from './answers/answer';
import type { Call } from './call';
import { RequestJournal } from './request-journal';

/**
 * The end of every request's way: funds, upstream, charge, answer. What came from the upstream (200, a private account,
 * a thing that does not exist) is charged before the first byte of it leaves; everything else is free.
 */
@Injectable()
export class Gateway {
  constructor(
    private readonly funds: Funds,
    private readonly caps: KeyCaps,
    private readonly charges: ChargeQueue,
    private readonly journal: RequestJournal,
  ) {}

  /** Runs `ask`, which talks to the upstream and gives the body of the answer, and charges for what comes of it. */
  async charged(call: Call, ask: () => Promise<Answer>): Promise<Reply> {
    call.exchange.accountId = call.key!.accountId;
    // First of all: what cannot be charged is not asked for either.
    this.charges.requireWritable(call.key!.accountId);
    const funds = this.funds.require(call.key!.accountId, call.priceMicros);
    if (funds instanceof Promise) {
      const askedAfterMs = call.elapsedMs;
      await funds;
      call.fundsMs = call.elapsedMs - askedAfterMs;
    }
    const room = this.caps.require(call.key!.lineageId, call.priceMicros);
    if (room) await room;
    const { reply, code, answer } = await this.outcomeOf(call, ask);
    await this.charge(call, reply, code);
    if (answer) describe(call, answer);
    return reply;
  }

  /** An answer that costs nothing. */
  async free(call: Call, value: unknown): Promise<Reply> {
    const reply = Reply.json(value);
    await this.journal.setUnchargedHeaders(call, call);
    this.journal.recordUncharged(call, reply.status, reply.body, null);
    return reply;
  }

  /** What the caller's account has left; costs nothing. */
  async balance(call: Call): Promise<Reply> {
    const balanceMicros = await this.funds.live(call.key!.accountId);
    return this.free(call, { balance_usd: formatUsd(balanceMicros), currency: 'USD' });
  }

  private async outcomeOf(call: Call, ask: () => Promise<Answer>): Promise<Outcome> {
    try {
      const answer = await ask();
      return { reply: new Reply(answer.body), code: null, answer };
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      if (call.isGivenUp) throw restarting;
      const problem = problemOfUpstream(error, call.operation);
      if (!error.isAnswer || problem.code === 'upstream_error') {
        this.journal.noteUpstreamFailure(call, error);
        throw problem;
      }
      return { reply: problemReply(problem, call, call.priceMicros), code: problem.code };
    }
  }

  /** A caller who leaves before the commit owes nothing; one who leaves after it has the ledger row as proof. */
  private async charge(call: Call, reply: Reply, code: string | null): Promise<void> {
    const record = this.journal.usageRecord(call, reply.status, reply.body, code);
    const outcome = await this.charges.charge(record, call);
    if (!outcome.accepted) throw await this.caps.problemOf(outcome, record.lineageId);
    this.caps.spend(record.lineageId, record.priceMicros);
    this.journal.setMoneyHeaders(call, call.priceMicros, outcome.balanceMicros);
    this.journal.recordCharged(call, record);
  }
}

const restarting = new Problem('service_unavailable', 'This process restarts. Send the request again.', {
  retryAfterSeconds: 1,
});

interface Outcome {
  reply: Reply;
  code: string | null;
  /** Undefined when the upstream said that there is none. */
  answer?: Answer;
}

/** Headers that say something of the answer's content. */
function describe(call: Call, { listEnd, mediaExpiresAtSeconds }: Answer): void {
  if (listEnd) call.setHeader('x-list-end', listEnd);
  if (mediaExpiresAtSeconds !== undefined)
    call.setHeader('x-media-expires-at', new Date(mediaExpiresAtSeconds * 1_000).toISOString());
}

/** What a caller is told when the upstream gave no object: an answer about the thing (which is charged), or a failure (free). */
function problemOfUpstream(failure: UpstreamFailure, operation: Operation): Problem {
  const code = failure.isAnswer ? codeOf(failure.kind as AnsweredKind, operation.problems) : undefined;
  if (code) return new Problem(code, details[code]);
  switch (failure.kind) {
    case 'invalid_id':
      return new Problem('invalid_parameter', 'The upstream does not take this id for one of its own.');
    case 'timeout':
      return new Problem('upstream_error', 'The upstream did not answer in time. Send the request again later.', {
        status: 504,
      });
    case 'retry_later':
      return new Problem(
        'upstream_error',
        'The upstream is not available at the moment. Send the request again later.',
        {
          status: 503,
          retryAfterSeconds: failure.retryAfterSeconds ?? 5,
        },
      );
    default:
      return new Problem('upstream_error', 'The upstream did not give a usable answer. Send the request again later.');
  }
}

type AnsweredKind = 'user_not_found' | 'not_found' | 'private';

const details = {
  profile_not_found: 'There is no such user: the account does not exist, was deleted or is banned.',
  not_found: 'The upstream knows no such thing: it does not exist, or was deleted.',
  private_account: 'The account is private; its content is not visible.',
} satisfies Partial<Record<ProblemCode, string>>;

/** The declared code that says it best; none when the operation cannot end so, which makes the answer malformed. */
function codeOf(kind: AnsweredKind, declared: readonly ProblemCode[]): keyof typeof details | undefined {
  const candidates = {
    private: ['private_account'],
    user_not_found: ['profile_not_found', 'not_found'],
    not_found: ['not_found', 'profile_not_found'],
  } as const;
  return candidates[kind].find((code) => declared.includes(code));
}
