import { operations } from '@loupe/dto';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { AudioService } from './audio.service';

const { audio } = operations;

@Controller()
export class AudioController {
  constructor(private readonly service: AudioService) {}

  @Endpoint(audio.trending)
  trending(@CallParam() call: CallOf<typeof audio.trending>) {
    return this.service.trending(call);
  }

  @Endpoint(audio.byId)
  byId(@CallParam() call: CallOf<typeof audio.byId>) {
    return this.service.byId(call);
  }

  @Endpoint(audio.medias)
  medias(@CallParam() call: CallOf<typeof audio.medias>) {
    return this.service.medias(call);
  }
}
