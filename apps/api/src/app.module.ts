import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule } from './config/config.module';
import type { Env } from './config/env';
import { DatabaseModule } from './database/database.module';
import { GatewayModule } from './gateway/gateway.module';
import { ObservabilityModule } from './observability/observability.module';
import { ResolveModule } from './resolve/resolve.module';
import { SystemModule } from './system/system.module';
import { UpstreamModule } from './upstream/upstream.module';
import { UsersModule } from './users/users.module';

/** The data API: one module per domain, on the modules that all of them share. */
const domains = [UsersModule, ResolveModule, SystemModule];

@Module({})
export class AppModule {
  static with(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [ConfigModule.with(env), ObservabilityModule, DatabaseModule, UpstreamModule, GatewayModule, ...domains],
    };
  }
}
