import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, pageOf } from '../shared/fields/page';
import { AnswerObject, AnswerText } from '../shared/fields/response-fields';
import { IdField, TextField, TimeField } from '../shared/fields/text-fields';

export class AuditQuery extends PageQuery {
  @IdField({ optional: true })
  account_id?: string;

  @IdField({ optional: true, description: 'Who did it' })
  user_id?: string;

  @TextField({ max: 100, optional: true, example: 'account.top_up' })
  action?: string;
}

export class ActorView {
  @IdField({ nullable: true, description: 'null: the operator’s own commands' })
  user_id: string | null;

  @AnswerText({ description: 'An e-mail address, or how the command calls itself' })
  label: string;

  @AnswerText({ nullable: true, description: 'Network address' })
  address: string | null;
}

export class AuditTargetView {
  @AnswerText({ example: 'entry' })
  type: string;

  @AnswerText()
  id: string;
}

/** One thing that somebody did. */
export class AuditEntryView {
  @IdField()
  id: string;

  @TimeField()
  time: string;

  @AnswerObject(ActorView)
  actor: ActorView;

  @AnswerText({ example: 'account.top_up' })
  action: string;

  @IdField({ nullable: true })
  account_id: string | null;

  @AnswerObject(AuditTargetView)
  target: AuditTargetView;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What else there is to know' })
  details: object;
}

/** Newest first. */
export class AuditPage extends pageOf(AuditEntryView) {}
