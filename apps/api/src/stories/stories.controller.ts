import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, Endpoint, TheCall } from '../gateway/endpoint.decorator';
import { StoriesService } from './stories.service';

const { stories } = operations;

@Controller()
export class StoriesController {
  constructor(private readonly service: StoriesService) {}

  @Endpoint(stories.byReel)
  byReel(@TheCall() call: CallOf<typeof stories.byReel>) {
    return this.service.ofUser(call, call.params.reel_id);
  }
}
