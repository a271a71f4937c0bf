import { Module } from '@nestjs/common';
import { AgentSessions } from './agent-sessions';
import { Loopback } from './loopback';
import { McpController } from './mcp.controller';
import { McpService } from './mcp.service';

/** The Model Context Protocol for agents, with tools that call operations of the data API. */
@Module({ controllers: [McpController], providers: [AgentSessions, Loopback, McpService] })
export class McpModule {}
