import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { resolveMedia } from './resolve-media';

const { resolve } = operations;

@Controller()
export class ResolveController {
  constructor(private readonly gateway: Gateway) {}

  @Endpoint(resolve.media)
  media(@CallParam() call: CallOf<typeof resolve.media>) {
    return this.gateway.free(call, resolveMedia(call.params.pk, call.params.code));
  }
}
