import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField } from '../fields/fields';

export class OutcomeQuery {
  @ChoiceField(['true', 'false'], {
    optional: true,
    description:
      'Whether a change that is unknown must never happen: waits for a request under way, and refuses a late one',
  })
  settle?: 'true' | 'false';
}

export class ChangeOutcomeView {
  @ChoiceField(['done', 'unknown'], {
    description:
      'done: the change was made. unknown: no change with this key was made in the last ten minutes; with settle, none will be: send it again with a new key',
  })
  state: 'done' | 'unknown';

  @ApiProperty({
    required: false,
    type: Object,
    description: 'The response, until it is acknowledged. If it is absent, send the request again with the same key',
  })
  answer?: unknown;
}
