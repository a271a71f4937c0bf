import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { OembedService } from './oembed.service';

const { oembed } = operations;

@Controller()
export class OembedController {
  constructor(private readonly service: OembedService) {}

  @Endpoint(oembed.byUrl)
  byUrl(@CallParam() call: CallOf<typeof oembed.byUrl>) {
    return this.service.byUrl(call);
  }
}
