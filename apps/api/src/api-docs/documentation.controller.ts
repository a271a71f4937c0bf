import { type ProblemCode, problemCodes, problemRegistry } from '@loupe/dto';
import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ENV, type Env } from '../platform/config/env';
import { Problem } from '../platform/http/problem';
import { Reply } from '../platform/http/reply';
import { llmsText } from './api-description';
import { OpenapiService } from './openapi-document';

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
    answer(
      request,
      response,
      errorIndexPage(),
      problemCodes.map((code) => this.describe(code)),
    );
  }

  @Get('errors/:code')
  error(@Param('code') code: string, @Req() request: Request, @Res() response: Response): void {
    if (!problemCodes.includes(code as ProblemCode))
      throw new Problem('unknown_route', 'There is no such error code; /errors lists all of them.');
    answer(request, response, errorPage(code as ProblemCode), this.describe(code as ProblemCode));
  }

  private describe(code: ProblemCode) {
    const { status, title, retryable, charged, explanation, action } = problemRegistry[code];
    const type = `${this.env.PUBLIC_URL ?? ''}/errors/${code}`;
    return { type, code, status, title, charged, retryable, explanation, action };
  }
}

function answer(request: Request, response: Response, html: string, json: unknown): void {
  response.vary('Accept');
  if (request.accepts(['json', 'html']) === 'html') response.type('html').send(html);
  else response.json(json);
}

function errorIndexPage(): string {
  const columns = ['Status', 'Code', 'Charged', 'Retry may help', 'What happened', 'What to do'];
  const rows = problemCodes.map((code) => {
    const { status, retryable, charged, explanation, action } = problemRegistry[code];
    const link = `<a href="/errors/${code}"><code>${code}</code></a>`;
    return row('td', [status, link, chargedWords[charged], retryable ? 'yes' : 'no', explanation, action]);
  });
  return page('Errors', `<table>${row('th', columns)}${rows.join('')}</table>`);
}

function row(cell: 'td' | 'th', values: readonly unknown[]): string {
  return `<tr>${values.map((value) => `<${cell}>${value}</${cell}>`).join('')}</tr>`;
}

const chargedWords = { always: 'yes', never: 'no', upstream: 'where the upstream was asked' };

function errorPage(code: ProblemCode): string {
  const { status, title, retryable, charged, explanation, action } = problemRegistry[code];
  const money = {
    always: 'Charged: the upstream gave this answer.',
    never: 'Free.',
    upstream: 'Charged only where the upstream gave this answer.',
  };
  return page(
    title,
    `<p><code>${code}</code>, status ${status}</p><p>${explanation}</p><p>${action}</p><p>${money[charged]} ${
      retryable ? 'The same request may succeed later.' : 'The same request will fail again.'
    }</p><p><a href="/errors">All errors</a></p>`,
  );
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – Loupe</title><link rel="stylesheet" href="/docs/pages.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>\n`;
}
