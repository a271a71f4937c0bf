import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { CommentsService } from './comments.service';

const { comments } = operations;

@Controller()
export class CommentsController {
  constructor(private readonly service: CommentsService) {}

  @Endpoint(comments.replies)
  replies(@CallParam() call: CallOf<typeof comments.replies>) {
    return this.service.replies(call);
  }

  @Endpoint(comments.likers)
  likers(@CallParam() call: CallOf<typeof comments.likers>) {
    return this.service.likers(call);
  }
}
