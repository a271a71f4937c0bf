import { Delete, Get, Param } from '@nestjs/common';
import { IdempotentChanges } from '../../platform/idempotent-changes/idempotent-changes';
import { BeforeSecondFactor, DashboardController, SignedInUsers } from '../access/access';
import { ownerOf } from '../access/requested-change';
import { CurrentUser, type SignedIn } from '../access/signed-in';
import { Answers } from '../http/answers';
import { ChangeOutcomeView } from './answers.dto';

@DashboardController('answers', 'Answers')
@SignedInUsers()
@BeforeSecondFactor()
export class AnswersController {
  constructor(private readonly changes: IdempotentChanges) {}

  @Get(':idempotency_key')
  @Answers(200, 'Find out what became of a request whose response did not arrive', ChangeOutcomeView)
  outcome(@CurrentUser() user: SignedIn, @Param('idempotency_key') idempotencyKey: string): Promise<ChangeOutcomeView> {
    return this.changes.outcome({ ...ownerOf(user), idempotencyKey });
  }

  @Delete(':idempotency_key')
  @Answers(204, 'Delete a response that has arrived, with the secrets that it shows')
  acknowledge(@CurrentUser() user: SignedIn, @Param('idempotency_key') idempotencyKey: string): Promise<void> {
    return this.changes.acknowledge({ ...ownerOf(user), idempotencyKey });
  }
}
