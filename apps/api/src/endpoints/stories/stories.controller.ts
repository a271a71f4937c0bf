import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { StoriesService } from './stories.service';

const { stories, users } = operations;

@Controller()
export class StoriesController {
  constructor(private readonly service: StoriesService) {}

  @Endpoint(users.stories)
  ofUser(@CallParam() call: CallOf<typeof users.stories>) {
    return this.service.ofUser(call, call.params.user_id);
  }

  @Endpoint(stories.byReel)
  byReel(@CallParam() call: CallOf<typeof stories.byReel>) {
    return this.service.ofUser(call, call.params.reel_id);
  }
}
