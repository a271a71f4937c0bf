import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, Endpoint, TheCall } from '../../gateway/endpoint.decorator';
import { HashtagsService } from './hashtags.service';

const { hashtags } = operations;

@Controller()
export class HashtagsController {
  constructor(private readonly service: HashtagsService) {}

  @Endpoint(hashtags.byName)
  byName(@TheCall() call: CallOf<typeof hashtags.byName>) {
    return this.service.byName(call);
  }

  @Endpoint(hashtags.top)
  top(@TheCall() call: CallOf<typeof hashtags.top>) {
    return this.service.media(call, 'top');
  }

  @Endpoint(hashtags.recent)
  recent(@TheCall() call: CallOf<typeof hashtags.recent>) {
    return this.service.media(call, 'recent');
  }

  @Endpoint(hashtags.reels)
  reels(@TheCall() call: CallOf<typeof hashtags.reels>) {
    return this.service.media(call, 'clips');
  }
}
