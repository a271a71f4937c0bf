import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { FieldOptions } from './fields';

export function ResponseText(options: FieldOptions = {}): PropertyDecorator {
  return responseField({ type: 'string' }, options);
}

export function ResponseInteger(options: FieldOptions = {}): PropertyDecorator {
  return responseField({ type: 'integer' }, options);
}

export function ResponseUsd(options: FieldOptions = {}): PropertyDecorator {
  return responseField({ type: 'string', pattern: '^-?[0-9]+\\.[0-9]{6}$' }, { example: '9.994600', ...options });
}

export function ResponseObject(
  type: Type<unknown>,
  { list = false, ...options }: FieldOptions & { list?: boolean } = {},
): PropertyDecorator {
  return responseField({ type, ...(list && { isArray: true }) } as ApiPropertyOptions, options);
}

function responseField(schema: ApiPropertyOptions, { optional = false, ...options }: FieldOptions): PropertyDecorator {
  return ApiProperty({ ...schema, ...options, required: !optional } as ApiPropertyOptions);
}
