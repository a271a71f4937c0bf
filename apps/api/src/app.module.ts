import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { DemoModule } from './cli/demo/demo.module';
import { ConsoleModule } from './console/console.module';
import { EndpointsModule } from './endpoints/endpoints.module';
import { GatewayModule } from './gateway/gateway.module';
import { UpstreamModule } from './gateway/upstream/upstream.module';
import { ManageModule } from './manage/manage.module';
import { McpModule } from './mcp/mcp.module';
import { MonitorsModule } from './monitors/monitors.module';
import { StripeModule } from './payments/stripe.module';
import { ConfigModule } from './platform/config/config.module';
import type { Env } from './platform/config/env';
import { DatabaseModule } from './platform/database/database.module';
import { PoolModule } from './platform/database/pool.module';
import { ObservabilityModule } from './platform/observability/observability.module';

/** The root module of the API. */
@Module({ imports: [EndpointsModule] })
export class AppModule {
  /** @param dataSource connected; undefined in preview mode, which creates no providers */
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
        ManageModule,
        McpModule,
        MonitorsModule,
        ...(env.STRIPE_SECRET_KEY === undefined ? [] : [StripeModule]),
        DemoModule,
      ],
    };
  }
}
