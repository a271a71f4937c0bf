import { operations } from '@loupe/dto';
import { Controller, Inject } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { pricesOf } from '../../gateway/prices';
import { ENV, type Env } from '../../platform/config/env';
import { commit, version } from '../../platform/version';

const { system } = operations;

@Controller()
export class SystemController {
  constructor(
    private readonly gateway: Gateway,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Endpoint(system.health)
  health(@CallParam() call: CallOf<typeof system.health>) {
    return this.gateway.free(call, { status: 'ok', service: 'loupe', version, commit });
  }

  @Endpoint(system.balance)
  balance(@CallParam() call: CallOf<typeof system.balance>) {
    return this.gateway.balance(call);
  }

  @Endpoint(system.price)
  price(@CallParam() call: CallOf<typeof system.price>) {
    return this.gateway.free(call, pricesOf(call.params.operation, this.env));
  }
}
