import { InvalidValue, type Operation, type ParameterFault, placeOf } from '@loupe/dto';
import { Injectable, type PipeTransform } from '@nestjs/common';
import { faultsProblem } from '../platform/http/problem';
import type { Call, CallRequest } from './call';

type Values = Record<string, unknown>;

/** From the request to its call, with parameters validated against the operation's declaration. */
@Injectable()
export class ParametersPipe implements PipeTransform<CallRequest, Call> {
  transform(request: CallRequest): Call {
    const call = request.call!;
    const at = request.originalUrl.indexOf('?');
    call.params = readParameters(call.operation, request.params, at < 0 ? '' : request.originalUrl.slice(at + 1));
    return call;
  }
}

/**
 * Validates what a request sent for an operation. What the operation does not declare is ignored.
 * @param path values of the path, decoded
 * @param search the query string as it came, without its question mark
 * @throws {Problem} unprocessable_entity with every fault of the request.
 */
export function readParameters(operation: Operation, path: Readonly<Record<string, string>>, search: string): Values {
  const values: Values = {};
  const faults: ParameterFault[] = [];
  const query = search === '' ? undefined : readQuery(search, operation, faults);
  for (const name in operation.parameters) {
    const parameter = operation.parameters[name]!;
    const text = path[name] ?? query?.get(name);
    if (text === undefined) {
      if (parameter.required && !faults.some((fault) => fault.parameter === name))
        faults.push(fault(operation, name, 'is required'));
      continue;
    }
    const value = parameter.read(text);
    if (value instanceof InvalidValue) faults.push(fault(operation, name, value.message));
    else values[name] = value;
  }
  faults.push(
    ...exclusionFaults(
      operation,
      (name) =>
        path[name] !== undefined || query?.has(name) === true || faults.some(({ parameter }) => parameter === name),
    ),
  );
  if (faults.length > 0) throw faultsProblem(faults);
  return values;
}

/** Of parameters that exclude each other too many were sent, or none where one is needed. */
function exclusionFaults(operation: Operation, isSent: (name: string) => boolean): ParameterFault[] {
  if (!operation.exclusive) return [];
  const { parameters, required } = operation.exclusive;
  const count = parameters.filter(isSent).length;
  if (count === 1 || (count === 0 && !required)) return [];
  const message = `must be sent without the other: ${required ? 'exactly' : 'at most'} one of ${parameters.join(' and ')}`;
  return parameters.map((name) => fault(operation, name, message));
}

/** The declared parameters of a query string. A repeated or undecodable one is a fault, not a guess. */
function readQuery(search: string, operation: Operation, faults: ParameterFault[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of search.split('&')) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    if (name === undefined || !Object.hasOwn(operation.parameters, name) || placeOf(operation, name) === 'path')
      continue;
    const value = decode(at < 0 ? '' : pair.slice(at + 1));
    if (value === undefined) faults.push(fault(operation, name, 'holds a broken percent-encoding'));
    else if (values.has(name)) faults.push(fault(operation, name, 'must be sent once'));
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

function fault(operation: Operation, parameter: string, message: string): ParameterFault {
  return { in: placeOf(operation, parameter), parameter, message };
}
