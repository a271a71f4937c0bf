import type { operations } from '@loupe/dto';
import { locationInfo, locationSections } from '@loupe/upstream-client';
import { Injectable } from '@nestjs/common';
import { objectAnswer, objectShape } from '../../gateway/answers/object-answer';
import { sectionMedia, sectionsCursor } from '../../gateway/answers/sections';
import type { CallOf } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { listPage } from '../../gateway/list-page';
import type { Reply } from '../../platform/http/reply';

type Locations = typeof operations.locations;

// A place that does not exist comes as a record without a name.
const location = objectShape({ object: '', absence: 'not_found', proof: 'name', omit: ['status'] });

@Injectable()
export class LocationsService {
  constructor(private readonly gateway: Gateway) {}

  byId(call: CallOf<Locations['byId']>): Promise<Reply> {
    const request = locationInfo(call.params.location_id);
    return this.gateway.handle(call, async ({ upstream }) => objectAnswer(await upstream.send(request), location));
  }

  media(call: CallOf<Locations['top' | 'recent']>, tab: 'ranked' | 'recent'): Promise<Reply> {
    return this.gateway.handle(
      call,
      listPage({
        shape: sectionMedia,
        request: (cursor) => locationSections(call.params.location_id, tab, sectionsCursor(cursor)),
      }),
    );
  }
}
