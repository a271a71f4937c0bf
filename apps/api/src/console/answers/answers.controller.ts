import { Delete, Get, Injectable, Param, type PipeTransform, Query } from '@nestjs/common';
import { idempotencyKeyOf, idempotencyKeyRule } from '../../platform/idempotency-key';
import { IdempotentChanges } from '../../platform/idempotent-changes/idempotent-changes';
import { parameterProblem } from '../../platform/problem';
import { BeforeSecondFactor, DashboardController, SignedInUsers } from '../access/access';
import { ownerOf } from '../access/requested-change';
import { CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { ChangeOutcomeView, OutcomeQuery } from './answers.dto';

/** Reads a key as the header is read. */
@Injectable()
class KeyPipe implements PipeTransform<string, string> {
  transform(given: string): string {
    const key = idempotencyKeyOf(given);
    if (key === undefined) throw parameterProblem('path', 'idempotency_key', idempotencyKeyRule);
    return key;
  }
}

@DashboardController('answers', 'Answers')
@SignedInUsers()
@BeforeSecondFactor()
export class AnswersController {
  constructor(private readonly changes: IdempotentChanges) {}

  @Get(':idempotency_key')
  @Answers(200, 'Find out what became of a request whose response did not arrive', ChangeOutcomeView)
  outcome(
    @CurrentUser() user: SignedIn,
    @Param('idempotency_key', KeyPipe) idempotencyKey: string,
    @Query() { settle }: OutcomeQuery,
  ): Promise<ChangeOutcomeView> {
    return this.changes.outcome({ ...ownerOf(user), idempotencyKey }, settle === 'true');
  }

  @Delete(':idempotency_key')
  @Answers(204, 'Delete a response that has arrived, with the secrets that it shows')
  acknowledge(@CurrentUser() user: SignedIn, @Param('idempotency_key', KeyPipe) idempotencyKey: string): Promise<void> {
    return this.changes.acknowledge({ ...ownerOf(user), idempotencyKey });
  }
}
