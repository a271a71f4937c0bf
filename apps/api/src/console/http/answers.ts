import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';

/** Declares the status and body of a route, for the response and the document. */
export function Answers(status: number, summary: string, type?: Type<unknown>): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary }),
    ApiResponse({ status, description: '', ...(type && { type }) }),
  );
}
