import { type ProblemCode, problemCodes } from '@loupe/dto';
import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ENV, type Env } from '../platform/config/env';
import { Problem } from '../platform/http/problem';
import { Reply } from '../platform/http/reply';
import { errorDescription, errorIndexPage, errorPage } from './error-pages';
import { llmsText } from './llms-text';
import { OpenapiService } from './openapi.service';

/** What anyone may read: the description of the API, and what its errors mean. */
@ApiExcludeController()
@Controller()
export class DocumentationController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly openapi: OpenapiService,
  ) {}

  @Get('openapi.json')
  openapiDocument(): Reply {
    return new Reply(this.openapi.bytes());
  }

  @Get('llms.txt')
  @Header('content-type', 'text/plain; charset=utf-8')
  llms(): string {
    return llmsText(this.env.PRICE_PER_REQUEST_USD);
  }

  @Get('errors')
  errors(@Req() request: Request, @Res() response: Response): void {
    answer(request, response, errorIndexPage(), problemCodes.map(errorDescription));
  }

  @Get('errors/:code')
  error(@Param('code') code: string, @Req() request: Request, @Res() response: Response): void {
    if (!problemCodes.includes(code as ProblemCode))
      throw new Problem('not_found', 'There is no such error code; /errors lists all of them.');
    answer(request, response, errorPage(code as ProblemCode), errorDescription(code as ProblemCode));
  }
}

function answer(request: Request, response: Response, html: string, json: unknown): void {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html') response.type('html').send(html);
  else response.json(json);
}
