import { ApiProperty } from '@nestjs/swagger';
import { AnswerObject, AnswerText } from '../fields/answer-fields';
import { PageQuery, pageOf } from '../fields/page';
import { IdField, TextField, TimeField } from '../fields/text-fields';
import { OwnerName } from './customers.dto';

export class AuditQuery extends PageQuery {
  @IdField({ optional: true })
  account_id?: string;

  @IdField({ optional: true, description: 'Who did it' })
  user_id?: string;

  @TextField({ max: 100, optional: true, example: 'account.top_up' })
  action?: string;
}

/** One thing that somebody did. */
export class AuditEntryView {
  @IdField()
  id: string;

  @TimeField()
  time: string;

  @AnswerObject(OwnerName, { nullable: true, description: 'null: the operator’s command line, or nobody known' })
  actor: OwnerName | null;

  @AnswerText({ nullable: true, description: 'Where from' })
  address: string | null;

  @AnswerText({ example: 'account.top_up' })
  action: string;

  @IdField({ nullable: true })
  account_id: string | null;

  @AnswerText({ nullable: true })
  account_name: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'What it was done to, and how' })
  details: object;
}

/** Newest first. */
export class AuditPage extends pageOf(AuditEntryView) {}
