import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { LocationsService } from './locations.service';

const { locations } = operations;

@Controller()
export class LocationsController {
  constructor(private readonly service: LocationsService) {}

  @Endpoint(locations.byId)
  byId(@CallParam() call: CallOf<typeof locations.byId>) {
    return this.service.byId(call);
  }

  @Endpoint(locations.top)
  top(@CallParam() call: CallOf<typeof locations.top>) {
    return this.service.media(call, 'ranked');
  }

  @Endpoint(locations.recent)
  recent(@CallParam() call: CallOf<typeof locations.recent>) {
    return this.service.media(call, 'recent');
  }
}
