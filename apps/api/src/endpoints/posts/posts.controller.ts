import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { PostsService } from './posts.service';

const { posts } = operations;

@Controller()
export class PostsController {
  constructor(private readonly service: PostsService) {}

  @Endpoint(posts.byId)
  byId(@CallParam() call: CallOf<typeof posts.byId>) {
    return this.service.byId(call);
  }

  @Endpoint(posts.comments)
  comments(@CallParam() call: CallOf<typeof posts.comments>) {
    return this.service.comments(call);
  }

  @Endpoint(posts.likers)
  likers(@CallParam() call: CallOf<typeof posts.likers>) {
    return this.service.likers(call);
  }
}
