import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ApiKeyGuard } from '../core/auth/key-authenticator';
import { AgentRateGuard, type AgentRequest } from './agent-rate.guard';
import { McpService } from './mcp.service';
import { OriginGuard } from './mcp-guards';

@Controller('mcp')
@ApiExcludeController()
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @HttpCode(200)
  @UseGuards(OriginGuard, ApiKeyGuard, AgentRateGuard)
  serve(@Req() request: AgentRequest & Request, @Res() response: Response): Promise<void> {
    return this.mcp.serve(request, response);
  }
}
