import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { AudioModule } from './audio/audio.module';
import { CommentsModule } from './comments/comments.module';
import { ConfigModule } from './config/config.module';
import type { Env } from './config/env';
import { DashboardModule } from './dashboard/dashboard.module';
import { DatabaseModule } from './database/database.module';
import { DemoModule } from './demo/demo.module';
import { DocumentationModule } from './documentation/documentation.module';
import { GatewayModule } from './gateway/gateway.module';
import { HashtagsModule } from './hashtags/hashtags.module';
import { HighlightsModule } from './highlights/highlights.module';
import { LocationsModule } from './locations/locations.module';
import { ObservabilityModule } from './observability/observability.module';
import { OembedModule } from './oembed/oembed.module';
import { PostsModule } from './posts/posts.module';
import { ResolveModule } from './resolve/resolve.module';
import { SearchModule } from './search/search.module';
import { StoriesModule } from './stories/stories.module';
import { SystemModule } from './system/system.module';
import { UpstreamModule } from './upstream/upstream.module';
import { UsersModule } from './users/users.module';

/** The data API: one module per domain, on the modules that all of them share. */
const domains = [
  UsersModule,
  PostsModule,
  CommentsModule,
  SearchModule,
  HashtagsModule,
  LocationsModule,
  HighlightsModule,
  StoriesModule,
  AudioModule,
  ResolveModule,
  OembedModule,
  SystemModule,
];

@Module({})
export class AppModule {
  static with(env: Env, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env),
        ObservabilityModule.with(logger),
        DatabaseModule,
        UpstreamModule,
        GatewayModule,
        DocumentationModule,
        DashboardModule,
        DemoModule,
        ...domains,
      ],
    };
  }
}
