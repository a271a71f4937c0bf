import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, ChoiceField } from '../shared/fields/fields';
import { listOf } from '../shared/fields/page';
import { ResponseObject, ResponseText, ResponseUsd } from '../shared/fields/response-fields';

export class OperationParameterView {
  @ResponseText({ example: 'user_id' })
  name: string;

  @ChoiceField(['path', 'query'])
  in: 'path' | 'query';

  @BooleanField()
  required: boolean;

  @ResponseText()
  description: string;

  @ResponseText({ nullable: true })
  example: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON Schema of the value' })
  schema: object;
}

/** An operation of the data API, for the playground. */
export class OperationView {
  @ResponseText({ example: 'users.followers' })
  name: string;

  @ResponseText({ example: '/users/{user_id}/followers' })
  path: string;

  @ResponseText()
  summary: string;

  @ResponseUsd({ description: 'Price per charged request' })
  price_usd: string;

  @ResponseObject(OperationParameterView, { list: true })
  parameters: OperationParameterView[];
}

export class OperationList extends listOf(OperationView) {}
