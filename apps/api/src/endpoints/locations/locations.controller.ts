import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, Endpoint, TheCall } from '../../gateway/endpoint.decorator';
import { LocationsService } from './locations.service';

const { locations } = operations;

@Controller()
export class LocationsController {
  constructor(private readonly service: LocationsService) {}

  @Endpoint(locations.byId)
  byId(@TheCall() call: CallOf<typeof locations.byId>) {
    return this.service.byId(call);
  }

  @Endpoint(locations.top)
  top(@TheCall() call: CallOf<typeof locations.top>) {
    return this.service.media(call, 'ranked');
  }

  @Endpoint(locations.recent)
  recent(@TheCall() call: CallOf<typeof locations.recent>) {
    return this.service.media(call, 'recent');
  }
}
