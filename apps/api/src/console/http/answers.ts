import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';

/** The status and the body that a route answers with, in the response and in the document. */
export function Answers(status: number, summary: string, type?: Type<unknown>): MethodDecorator {
  return applyDecorators(
    HttpCode(status),
    ApiOperation({ summary }),
    ApiResponse({ status, description: '', ...(type && { type }) }),
  );
}
