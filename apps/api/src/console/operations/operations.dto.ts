import { ApiProperty } from '@nestjs/swagger';
import { BooleanField } from '../shared/fields/number-fields';
import { listOf } from '../shared/fields/page';
import { AnswerObject, AnswerText, AnswerUsd } from '../shared/fields/response-fields';
import { ChoiceField } from '../shared/fields/text-fields';

export class OperationParameterView {
  @AnswerText({ example: 'user_id' })
  name: string;

  @ChoiceField(['path', 'query'])
  in: 'path' | 'query';

  @BooleanField()
  required: boolean;

  @AnswerText()
  description: string;

  @AnswerText({ nullable: true })
  example: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON Schema of the value' })
  schema: object;
}

/** One operation of the data API, as the playground offers it. */
export class OperationView {
  @AnswerText({ example: 'users.followers' })
  name: string;

  @AnswerText({ example: '/users/{user_id}/followers' })
  path: string;

  @AnswerText()
  summary: string;

  @AnswerUsd({ description: 'Price of an answer' })
  price_usd: string;

  @AnswerObject(OperationParameterView, { list: true })
  parameters: OperationParameterView[];
}

export class OperationList extends listOf(OperationView) {}
