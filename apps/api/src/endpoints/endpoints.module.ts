import { Module } from '@nestjs/common';
import { AudioController } from './audio/audio.controller';
import { AudioService } from './audio/audio.service';
import { CommentsController } from './comments/comments.controller';
import { CommentsService } from './comments/comments.service';
import { HashtagsController } from './hashtags/hashtags.controller';
import { HashtagsService } from './hashtags/hashtags.service';
import { HighlightsController } from './highlights/highlights.controller';
import { HighlightsService } from './highlights/highlights.service';
import { LocationsController } from './locations/locations.controller';
import { LocationsService } from './locations/locations.service';
import { MonitorsController } from './monitors/monitors.controller';
import { OembedController } from './oembed/oembed.controller';
import { OembedService } from './oembed/oembed.service';
import { PostsController } from './posts/posts.controller';
import { PostsService } from './posts/posts.service';
import { ResolveController } from './resolve/resolve.controller';
import { SearchController } from './search/search.controller';
import { SearchService } from './search/search.service';
import { StoriesController } from './stories/stories.controller';
import { StoriesService } from './stories/stories.service';
import { SystemController } from './system/system.controller';
import { UsersController } from './users/users.controller';
import { UsersService } from './users/users.service';

@Module({
  controllers: [
    UsersController,
    PostsController,
    CommentsController,
    SearchController,
    HashtagsController,
    LocationsController,
    HighlightsController,
    StoriesController,
    AudioController,
    ResolveController,
    OembedController,
    MonitorsController,
    SystemController,
  ],
  providers: [
    UsersService,
    PostsService,
    CommentsService,
    SearchService,
    HashtagsService,
    LocationsService,
    HighlightsService,
    StoriesService,
    AudioService,
    OembedService,
  ],
})
export class EndpointsModule {}
