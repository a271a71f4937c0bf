import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { HashtagsService } from './hashtags.service';

const { hashtags } = operations;

@Controller()
export class HashtagsController {
  constructor(private readonly service: HashtagsService) {}

  @Endpoint(hashtags.byName)
  byName(@CallParam() call: CallOf<typeof hashtags.byName>) {
    return this.service.byName(call);
  }

  @Endpoint(hashtags.top)
  top(@CallParam() call: CallOf<typeof hashtags.top>) {
    return this.service.media(call, 'top');
  }

  @Endpoint(hashtags.recent)
  recent(@CallParam() call: CallOf<typeof hashtags.recent>) {
    return this.service.media(call, 'recent');
  }

  @Endpoint(hashtags.reels)
  reels(@CallParam() call: CallOf<typeof hashtags.reels>) {
    return this.service.media(call, 'clips');
  }
}
