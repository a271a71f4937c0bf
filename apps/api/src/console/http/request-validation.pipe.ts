import type { ParameterError, ParameterPlace } from '@loupe/dto';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validate } from 'class-validator';
import { editDistance } from '../../platform/edit-distance';
import { isObject } from '../../platform/is-object';
import { type Problem, parameterProblem, validationProblem } from '../../platform/problem';

/**
 * Validates a body or query and reports all errors at once. Unknown members of a body are errors, and unknown query
 * parameters are dropped. (Nest's ValidationPipe cannot distinguish the two, nor name the place in its errors.)
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  protected readonly isStrict: boolean = false;

  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    if (type === 'body' && value !== undefined && !isObject(value)) throw notAccepted('must be a JSON object');
    const plain = isObject(value) ? value : {};
    // Checked first, because the time and stack that validation needs grow with the input.
    requireBounded(plain, type);
    const instance = plainToInstance(metatype as new () => object, plain);
    const errors = await validate(instance, {
      whitelist: true,
      forbidNonWhitelisted: type === 'body' || this.isStrict,
      forbidUnknownValues: false,
    });
    const parameterErrors = [...(type === 'body' ? inheritedNames(plain) : []), ...validationErrorsOf(errors, type)];
    if (parameterErrors.length > 0) throw validationProblem(parameterErrors);
    return instance;
  }
}

/** Refuses unknown query parameters, too: a program would not see that a misspelt one had no effect. */
@Injectable()
export class StrictValidationPipe extends RequestValidationPipe {
  protected override readonly isStrict = true;
}

function notAccepted(message: string, place: ParameterPlace = 'body'): Problem {
  return parameterProblem(place, place, message);
}

/** Above what any body or query needs. The size limit of the body also limits its lists. */
const max = { members: 50, depth: 4 };

/** @throws {Problem} `unprocessable_entity` as soon as a limit is exceeded */
function requireBounded(plain: object, place: ParameterPlace): void {
  let members = 0;
  const visit = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > max.depth) throw notAccepted(`must not be nested deeper than ${max.depth} levels`, place);
    const values = Object.values(value);
    if (!Array.isArray(value)) members += values.length;
    if (members > max.members) throw notAccepted(`must have at most ${max.members} members`, place);
    for (const one of values) visit(one, depth + 1);
  };
  visit(plain, 1);
}

/** Names such as `__proto__`: class-transformer skips them, and class-validator treats them as declared. */
function inheritedNames(plain: object): ParameterError[] {
  const names = Object.keys(plain).filter((name) => name in Object.prototype);
  return names.map((parameter) => ({ in: 'body', parameter, message: notAllowed }));
}

const notAllowed = 'is not allowed';
const maxLength = 40;

/** Names the member that was probably meant. */
function unknown(name: string, target: object | undefined): string {
  if (target === undefined || name.length > maxLength) return notAllowed;
  const declared = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  const meant = declared.find(
    ({ propertyName }) => propertyName.startsWith(name) || editDistance(propertyName, name) <= name.length / 5,
  );
  return meant ? `${notAllowed}: the nearest name is ${meant.propertyName}` : notAllowed;
}

function validationErrorsOf(errors: ValidationError[], place: ParameterPlace, prefix = ''): ParameterError[] {
  return errors.flatMap(({ property, target, constraints = {}, children = [] }) => {
    const parameter = `${prefix}${property}`;
    const nested = validationErrorsOf(children, place, `${parameter}.`);
    const [message] = 'whitelistValidation' in constraints ? [unknown(property, target)] : Object.values(constraints);
    return message === undefined ? nested : [{ in: place, parameter, message }, ...nested];
  });
}
