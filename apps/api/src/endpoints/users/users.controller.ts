import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { UsersService } from './users.service';

const { users } = operations;

@Controller()
export class UsersController {
  constructor(private readonly service: UsersService) {}

  @Endpoint(users.byUsername)
  byUsername(@CallParam() call: CallOf<typeof users.byUsername>) {
    return this.service.byUsername(call);
  }

  @Endpoint(users.byId)
  byId(@CallParam() call: CallOf<typeof users.byId>) {
    return this.service.byId(call);
  }

  @Endpoint(users.followers)
  followers(@CallParam() call: CallOf<typeof users.followers>) {
    return this.service.friends(call, 'followers');
  }

  @Endpoint(users.following)
  following(@CallParam() call: CallOf<typeof users.following>) {
    return this.service.friends(call, 'following');
  }

  @Endpoint(users.posts)
  posts(@CallParam() call: CallOf<typeof users.posts>) {
    return this.service.posts(call);
  }

  @Endpoint(users.reels)
  reels(@CallParam() call: CallOf<typeof users.reels>) {
    return this.service.reels(call);
  }

  @Endpoint(users.tagged)
  tagged(@CallParam() call: CallOf<typeof users.tagged>) {
    return this.service.tagged(call);
  }

  @Endpoint(users.reposts)
  reposts(@CallParam() call: CallOf<typeof users.reposts>) {
    return this.service.reposts(call);
  }

  @Endpoint(users.about)
  about(@CallParam() call: CallOf<typeof users.about>) {
    return this.service.about(call);
  }
}
