import { applyDecorators, Controller, UseGuards, UsePipes } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ProblemView } from '../http/problem-view';
import { RequestValidationPipe } from '../http/request-validation.pipe';
import { AccountViewers } from './access';
import { AccessGuard } from './access.guard';

export const dashboardApiPath = 'dashboard/api';

/** A controller below the path of the dashboard's API: guarded, validated and documented like every other one. */
export function DashboardController(path: string | readonly string[], tag: string): ClassDecorator {
  return applyDecorators(
    Controller([path].flat().map((below) => (below ? `${dashboardApiPath}/${below}` : dashboardApiPath))),
    UseGuards(AccessGuard),
    UsePipes(RequestValidationPipe),
    ApiTags(tag),
    ApiExtraModels(ProblemView),
    ApiResponse({
      status: 'default',
      description: 'An error',
      content: { 'application/problem+json': { schema: { $ref: getSchemaPath(ProblemView) } } },
    }),
  );
}

/** Views of an account: mounted once for its owner and once for support, who name the account in the path. */
export function AccountViewController(): ClassDecorator {
  return applyDecorators(DashboardController(['', 'support/accounts/:account_id'], 'Account'), AccountViewers());
}
