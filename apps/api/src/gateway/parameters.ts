import type { IncomingHttpHeaders } from 'node:http';
import { faultNames, InvalidValue, type Operation, type ParameterError, placeOf } from '@loupe/dto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { internalCallerOf } from '../platform/http/loopback';
import { validationProblem } from '../platform/problem';
import { Call } from './call';
import type { CallProgress, CallRequest } from './call-progress';
import { internalOptions, type RequestOptions, readRequestOptions } from './request-options';
import { unknownParameterErrors } from './unknown-parameters';

type Values = Record<string, unknown>;

/** Validates the request against its operation, and creates its {@link Call}. */
@Injectable()
export class ParametersGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<CallRequest>();
    const progress = request.progress!;
    const { operation } = progress;
    const at = request.originalUrl.indexOf('?');
    const search = at < 0 ? '' : request.originalUrl.slice(at + 1);
    const errors: ParameterError[] = [];
    const options = progress.priceMicros > 0n ? optionsOf(request, errors) : undefined;
    const fault = readInjectedFault(progress, request.headers, errors);
    const params = readParameters(operation, request.params, search, errors);
    request.call = new Call(operation, params as never, options, fault, progress);
    return true;
  }
}

function optionsOf(request: CallRequest, errors: ParameterError[]): RequestOptions | undefined {
  const internal = internalCallerOf(request);
  return internal ? internalOptions(internal) : readRequestOptions(request.headers, errors);
}

/**
 * Reads the fault that a test key asks the simulator for. A live key must not ask for one: its caller expects a free call.
 * @param errors receives what is wrong with the header
 */
function readInjectedFault(
  { key }: CallProgress,
  headers: IncomingHttpHeaders,
  errors: ParameterError[],
): string | undefined {
  const name = headers['x-loupe-fault'];
  if (name === undefined || !key) return undefined;
  if (key.isTest && typeof name === 'string' && faultNames.includes(name)) return name;
  const message = key.isTest
    ? `must be one of ${faultNames.join(', ')}`
    : 'is only for test keys, which start with loupe_test_';
  errors.push({ in: 'header', parameter: 'x-loupe-fault', message });
  return undefined;
}

/**
 * Validates the parameters of a request. Undeclared parameters are errors too: a caller with a misspelt cursor would
 * pay for the first page again and again.
 * @param path values of the path, decoded
 * @param search the raw query string, without its question mark
 * @param errors the errors found so far
 * @throws {Problem} `unprocessable_entity` with all validation errors
 */
export function readParameters(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  search: string,
  errors: ParameterError[] = [],
): Values {
  const values: Values = {};
  const unknown = new Set<string>();
  const query = search === '' ? undefined : readQuery(search, operation, errors, unknown);
  for (const name in operation.parameters) {
    const parameter = operation.parameters[name]!;
    const text = path[name] ?? query?.get(name);
    if (text === undefined) {
      if (parameter.required && !errors.some((error) => error.parameter === name))
        errors.push(
          parameterError(
            operation,
            name,
            parameter.hint === undefined ? 'is required' : `is required: ${parameter.hint}`,
          ),
        );
      continue;
    }
    const value = parameter.read(text);
    if (value instanceof InvalidValue) errors.push(parameterError(operation, name, value.message));
    else values[name] = value;
  }
  const isSent = (name: string) => name in values || errors.some(({ parameter }) => parameter === name);
  errors.push(...exclusionErrors(operation, isSent));
  // Unknown names come last, because a problem lists only the first errors.
  if (unknown.size > 0) errors.push(...unknownParameterErrors(operation, unknown));
  if (errors.length > 0) throw validationProblem(errors);
  return values;
}

function exclusionErrors(operation: Operation, isSent: (name: string) => boolean): ParameterError[] {
  if (!operation.exclusive) return [];
  const { parameters, required } = operation.exclusive;
  const [sent, ...further] = parameters.filter(isSent);
  if (sent !== undefined)
    return further.map((name) => parameterError(operation, name, `cannot be sent together with ${sent}`));
  const [first, ...others] = parameters;
  return required ? [parameterError(operation, first!, `is required unless ${others.join(' or ')} is sent`)] : [];
}

/**
 * Reads the declared parameters of a query string. Repeated or undecodable parameters are errors.
 * @param unknown collects undeclared names
 */
function readQuery(
  search: string,
  operation: Operation,
  errors: ParameterError[],
  unknown: Set<string>,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const encoded = at < 0 ? pair : pair.slice(0, at);
    const name = decode(encoded) ?? encoded;
    if (!Object.hasOwn(operation.parameters, name) || placeOf(operation, name) === 'path') {
      unknown.add(name || pair);
      continue;
    }
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (value === undefined) errors.push(parameterError(operation, name, 'has an invalid percent-encoding'));
    else if (values.has(name)) errors.push(parameterError(operation, name, 'must be sent once'));
    else values.set(name, value);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text);
  } catch {
    return undefined;
  }
}

function parameterError(operation: Operation, parameter: string, message: string): ParameterError {
  return { in: placeOf(operation, parameter), parameter, message };
}
