import { Module } from '@nestjs/common';
import { LoopbackModule } from '../platform/http/loopback';
import { AgentSessions } from './agent-sessions';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';

@Module({ imports: [LoopbackModule], controllers: [McpController], providers: [AgentSessions, McpService] })
export class McpModule {}
