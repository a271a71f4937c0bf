import { formatUsd } from '@loupe/dto';
import { UpstreamFailure } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { refusedCharge } from '../core/billing/charge-outcome';
import { ChargeQueue } from '../core/billing/charge-queue';
import { Funds } from '../core/billing/funds';
import { Reply } from '../platform/http/reply';
import { problemReply } from '../platform/http/send-problem';
import type { Call } from './call';
import { RequestJournal } from './request-journal';
import { problemOfUpstream } from './upstream-problem';

/**
 * The end of every request's way: funds, upstream, charge, answer. What came from the upstream (200, a private account,
 * a thing that does not exist) is charged before the first byte of it leaves; everything else is free.
 */
@Injectable()
export class Gateway {
  constructor(
    private readonly funds: Funds,
    private readonly charges: ChargeQueue,
    private readonly journal: RequestJournal,
  ) {}

  /** Runs `ask`, which talks to the upstream and gives the body of the answer, and charges for what comes of it. */
  async charged(call: Call, ask: () => Promise<Buffer>): Promise<Reply> {
    // First of all: what cannot be charged is not asked for either.
    this.charges.requireWritable(call.key!.accountId);
    const funds = this.funds.require(call.key!.accountId, call.priceMicros);
    if (funds instanceof Promise) await funds;
    const { reply, code } = await this.answerOf(call, ask);
    return this.charge(call, reply, code);
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

  private async answerOf(call: Call, ask: () => Promise<Buffer>): Promise<{ reply: Reply; code: string | null }> {
    try {
      return { reply: new Reply(await ask()), code: null };
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      const problem = problemOfUpstream(error, call.operation);
      if (!error.isAnswer || problem.code === 'upstream_error') {
        this.journal.noteUpstreamFailure(call, error);
        throw problem;
      }
      return { reply: problemReply(problem, call.requestId, call.priceMicros), code: problem.code };
    }
  }

  /** Until the commit a caller who is gone owes nothing; whoever goes after it has its ledger row as proof. */
  private async charge(call: Call, reply: Reply, code: string | null): Promise<Reply> {
    const record = this.journal.usageRecord(call, reply.status, reply.body, code);
    const outcome = await this.charges.charge(record, () => call.isGone);
    if (!outcome.accepted) throw refusedCharge(outcome);
    this.journal.setMoneyHeaders(call, call.priceMicros, outcome.balanceMicros);
    this.journal.recordCharged(call, record);
    return reply;
  }
}
