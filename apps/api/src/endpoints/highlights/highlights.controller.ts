import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { HighlightsService } from './highlights.service';

const { highlights, users } = operations;

@Controller()
export class HighlightsController {
  constructor(private readonly service: HighlightsService) {}

  @Endpoint(users.highlights)
  trayOf(@CallParam() call: CallOf<typeof users.highlights>) {
    return this.service.trayOf(call);
  }

  @Endpoint(highlights.byId)
  byId(@CallParam() call: CallOf<typeof highlights.byId>) {
    return this.service.byId(call);
  }
}
