import { applyDecorators, Controller, UseGuards, UsePipes } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ProblemView } from '../http/problem-view';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { AccessGuard } from './access.guard';

export const dashboardApiPath = 'dashboard/api';

/**
 * A controller of the dashboard's API: below its path, guarded, validated and documented like every other one.
 * All controllers of the dashboard are made with it; a test proves that.
 */
export function DashboardController(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    Controller(path ? `${dashboardApiPath}/${path}` : dashboardApiPath),
    UseGuards(AccessGuard),
    UsePipes(RequestValidationPipe),
    ApiTags(tag),
    ApiExtraModels(ProblemView),
    ApiResponse({
      status: 'default',
      description: 'What went wrong',
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
    }),
  );
}
