import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField } from '../fields/fields';

export class ChangeOutcomeView {
  @ChoiceField(['done', 'unknown'], {
    description:
      'done: the change was made. unknown: no change with this key was made in the last ten minutes, and none will be: send it again with a new key',
  })
  state: 'done' | 'unknown';

  @ApiProperty({
    required: false,
    type: Object,
    description: 'The response, until it is acknowledged. If it is absent, send the request again with the same key',
  })
  answer?: unknown;
}
