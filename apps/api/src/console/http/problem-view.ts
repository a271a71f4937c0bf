import { type ParameterPlace, type ProblemCode, problemCodes } from '@loupe/dto';
import { ApiProperty } from '@nestjs/swagger';
import { BooleanField, ChoiceField } from '../fields/fields';
import { ResponseInteger, ResponseObject, ResponseText } from '../fields/response-fields';

/** Why a request was refused, for codes with several causes. */
export const refusalReasons = [
  /** 401 at sign-in, 403 at a confirmation: the password is right, but the second factor is missing. */
  'second_factor_required',
  /** 403: the operator requires a second factor, and this user has none. */
  'second_factor_enrolment_required',
  /** 403: the password was entered more than ten minutes ago. */
  'fresh_password_required',
  /** 422: the amount is so large that `confirm_amount_usd` must repeat it. */
  'confirmation_required',
  /** 422: the account got the same amount within the last ten minutes; `confirm_repeat` must be true. */
  'repeat_confirmation_required',
  /** 409: somebody else has answered the request, or it has changed. */
  'request_answered',
  /** 409: somebody has changed a value since it was `seen`; `current` has the values of now. */
  'changed_meanwhile',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];

export class FaultView {
  @ChoiceField(['path', 'query', 'header', 'body']) in: ParameterPlace;
  @ResponseText({ example: 'amount_usd' }) parameter: string;
  @ResponseText({ description: 'Completes a sentence that starts with the parameter' }) message: string;
}

export class ProblemView {
  @ResponseText({ example: '/errors/forbidden' }) type: string;
  @ResponseText() title: string;
  @ResponseInteger({ example: 403 }) status: number;
  @ResponseText({ description: 'Explanation for people' }) detail: string;
  @ChoiceField(problemCodes) code: ProblemCode;
  @ResponseText({ description: 'Same as the x-request-id header' }) request_id: string;
  @ResponseText({ example: '0' }) charged_usd: string;
  @BooleanField({ description: 'Whether the same request may succeed later' }) retryable: boolean;
  @ResponseObject(FaultView, { list: true, optional: true }) errors?: FaultView[];

  @ChoiceField(refusalReasons, { optional: true, description: 'Distinguishes the causes of a code that has several' })
  reason?: RefusalReason;

  @ApiProperty({ type: Object, required: false, description: 'With changed_meanwhile: the values of now' })
  current?: Record<string, unknown>;
}
