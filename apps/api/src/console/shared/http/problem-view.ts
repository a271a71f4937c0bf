import { type ParameterPlace, type ProblemCode, problemCodes } from '@loupe/dto';
import { BooleanField } from '../fields/number-fields';
import { AnswerInteger, AnswerObject, AnswerText } from '../fields/response-fields';
import { ChoiceField } from '../fields/text-fields';
import { type RefusalReason, refusalReasons } from './reasons';

export class FaultView {
  @ChoiceField(['path', 'query', 'header', 'body'])
  in: ParameterPlace;

  @AnswerText({ example: 'amount_usd' })
  parameter: string;

  @AnswerText({ description: 'The end of a sentence that begins with the parameter' })
  message: string;
}

/** Documents the body of every error. */
export class ProblemView {
  @AnswerText({ example: '/errors/forbidden' })
  type: string;

  @AnswerText()
  title: string;

  @AnswerInteger({ example: 403 })
  status: number;

  @AnswerText({ description: 'For a person' })
  detail: string;

  @ChoiceField(problemCodes)
  code: ProblemCode;

  @AnswerText({ description: 'The same as the x-request-id header' })
  request_id: string;

  @AnswerText({ example: '0' })
  charged_usd: string;

  @BooleanField({ description: 'Whether the same request may succeed later' })
  retryable: boolean;

  @AnswerObject(FaultView, { list: true, optional: true })
  errors?: FaultView[];

  @ChoiceField(refusalReasons, { optional: true, description: 'For programs, where one code has several causes' })
  reason?: RefusalReason;
}
