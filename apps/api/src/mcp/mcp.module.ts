import { Module } from '@nestjs/common';
import { AgentSessions } from './agent-sessions';
import { Loopback } from './loopback';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';

@Module({ controllers: [McpController], providers: [AgentSessions, Loopback, McpService] })
export class McpModule {}
