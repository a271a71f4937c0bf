import type { ParameterFault, ParameterPlace } from '@loupe/dto';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validate } from 'class-validator';
import { faultsProblem } from '../../platform/http/problem';

/**
 * Turns a body or query into its class, or refuses it with all faults at once. Unknown members of a body are faults; unknown
 * query parameters are dropped. (Nest's own ValidationPipe can do neither per place nor name the place in its faults.)
 */
@Injectable()
export class RequestValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || metatype === undefined) return value;
    const plain = isPlainObject(value) ? value : {};
    if (type === 'body' && value !== undefined && !isPlainObject(value)) throw faultsProblem([notAnObject]);
    const instance = plainToInstance(metatype as new () => object, plain);
    const errors = await validate(instance, {
      whitelist: true,
      forbidNonWhitelisted: type === 'body',
      forbidUnknownValues: false,
    });
    if (errors.length > 0) throw faultsProblem(faultsOf(errors, type));
    return instance;
  }
}

const notAnObject: ParameterFault = { in: 'body', parameter: 'body', message: 'must be a JSON object' };

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function faultsOf(errors: ValidationError[], place: ParameterPlace, prefix = ''): ParameterFault[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const parameter = `${prefix}${property}`;
    const nested = faultsOf(children, place, `${parameter}.`);
    const [message] = 'whitelistValidation' in constraints ? ['is not allowed'] : Object.values(constraints);
    return message === undefined ? nested : [{ in: place, parameter, message }, ...nested];
  });
}
