import { Injectable, type PipeTransform } from '@nestjs/common';
import type { Call, CallRequest } from './call';
import { readParameters } from './parameters';

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
