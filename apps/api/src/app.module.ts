import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { DemoModule } from './cli/demo/demo.module';
import { ConsoleModule } from './console/console.module';
import { AudioModule } from './endpoints/audio/audio.module';
import { CommentsModule } from './endpoints/comments/comments.module';
import { HashtagsModule } from './endpoints/hashtags/hashtags.module';
import { HighlightsModule } from './endpoints/highlights/highlights.module';
import { LocationsModule } from './endpoints/locations/locations.module';
import { OembedModule } from './endpoints/oembed/oembed.module';
import { PostsModule } from './endpoints/posts/posts.module';
import { ResolveModule } from './endpoints/resolve/resolve.module';
import { SearchModule } from './endpoints/search/search.module';
import { StoriesModule } from './endpoints/stories/stories.module';
import { SystemModule } from './endpoints/system/system.module';
import { UsersModule } from './endpoints/users/users.module';
import { GatewayModule } from './gateway/gateway.module';
import { UpstreamModule } from './gateway/upstream/upstream.module';
import { McpModule } from './mcp/mcp.module';
import { ConfigModule } from './platform/config/config.module';
import type { Env } from './platform/config/env';
import { DatabaseModule } from './platform/database/database.module';
import { PoolModule } from './platform/database/pool.module';
import { ObservabilityModule } from './platform/observability/observability.module';

/** The data API has a module per domain: `nest generate module endpoints/NAME --project api` adds one to this list. */
@Module({
  imports: [
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
  ],
})
export class AppModule {
  /** @param dataSource connected; none where no provider is made. */
  static with(env: Env, logger: Logger, dataSource?: DataSource): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(env),
        ObservabilityModule.with(logger),
        PoolModule.with(dataSource),
        DatabaseModule,
        UpstreamModule,
        GatewayModule,
        ConsoleModule,
        McpModule,
        DemoModule,
      ],
    };
  }
}
