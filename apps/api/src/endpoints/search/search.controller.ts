import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { SearchService } from './search.service';

const { search } = operations;

@Controller()
export class SearchController {
  constructor(private readonly service: SearchService) {}

  @Endpoint(search.users)
  users(@CallParam() call: CallOf<typeof search.users>) {
    return this.service.users(call);
  }

  @Endpoint(search.hashtags)
  hashtags(@CallParam() call: CallOf<typeof search.hashtags>) {
    return this.service.hashtags(call);
  }

  @Endpoint(search.audio)
  audio(@CallParam() call: CallOf<typeof search.audio>) {
    return this.service.audio(call);
  }

  @Endpoint(search.top)
  top(@CallParam() call: CallOf<typeof search.top>) {
    return this.service.top(call);
  }

  @Endpoint(search.places)
  places(@CallParam() call: CallOf<typeof search.places>) {
    return this.service.places(call);
  }
}
