import { Controller, Delete, Get, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ApiKeyGuard } from '../core/auth/api-key.guard';
import type { KeyedRequest } from '../core/auth/key-record';
import { AgentRateGuard } from '../core/rate-limit/key-rate.guard';
import type { LoupeResponse } from '../platform/http/messages';
import { Problem } from '../platform/http/problem';
import { McpService } from './mcp.service';
import { BearerKeyGuard, OriginGuard } from './mcp-guards';

@Controller('mcp')
@ApiExcludeController()
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @HttpCode(200)
  @UseGuards(OriginGuard, BearerKeyGuard, ApiKeyGuard, AgentRateGuard)
  serve(@Req() request: KeyedRequest, @Res() response: LoupeResponse): Promise<void> {
    return this.mcp.serve(request, response);
  }

  /** There are neither streams to open nor sessions to end. */
  @Get()
  refuseGet(@Res({ passthrough: true }) response: LoupeResponse): never {
    return refuse(response);
  }

  @Delete()
  refuseDelete(@Res({ passthrough: true }) response: LoupeResponse): never {
    return refuse(response);
  }
}

function refuse(response: LoupeResponse): never {
  response.setHeader('allow', 'POST');
  throw new Problem(
    'method_not_allowed',
    'This address answers POST: it is for clients of the Model Context Protocol.',
  );
}
