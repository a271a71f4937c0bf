import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';

const { system } = operations;

@Controller()
export class SystemController {
  constructor(private readonly gateway: Gateway) {}

  @Endpoint(system.health)
  health(@CallParam() call: CallOf<typeof system.health>) {
    return this.gateway.free(call, { status: 'ok', service: 'loupe' });
  }

  @Endpoint(system.balance)
  balance(@CallParam() call: CallOf<typeof system.balance>) {
    return this.gateway.balance(call);
  }
}
