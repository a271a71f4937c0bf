import { Module } from '@nestjs/common';
import { Loopback } from '../platform/http/loopback';
import { AgentSessions } from './agent-sessions';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';

@Module({ controllers: [McpController], providers: [AgentSessions, Loopback, McpService] })
export class McpModule {}
