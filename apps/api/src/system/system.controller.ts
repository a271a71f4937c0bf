import { formatUsd, operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { Funds } from '../billing/funds';
import { type CallOf, Endpoint, TheCall } from '../gateway/endpoint.decorator';
import { Gateway } from '../gateway/gateway';

const { system } = operations;

@Controller()
export class SystemController {
  constructor(
    private readonly gateway: Gateway,
    private readonly funds: Funds,
  ) {}

  @Endpoint(system.health)
  health(@TheCall() call: CallOf<typeof system.health>) {
    return this.gateway.free(call, { status: 'ok', service: 'loupe' });
  }

  @Endpoint(system.balance)
  async balance(@TheCall() call: CallOf<typeof system.balance>) {
    const balanceMicros = await this.funds.live(call.key!.accountId);
    return this.gateway.free(call, { balance_usd: formatUsd(balanceMicros), currency: 'USD' });
  }
}
