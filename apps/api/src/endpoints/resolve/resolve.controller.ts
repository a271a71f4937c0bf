import { operations } from '@loupe/dto';
import { parseNumericPostId, pkFromShortcode, shortcodeFromPk } from '@loupe/media-id';
import { Controller } from '@nestjs/common';
import { type CallOf, CallParam, Endpoint } from '../../gateway/endpoint.decorator';
import { Gateway } from '../../gateway/gateway';
import { parameterProblem } from '../../platform/problem';

const { resolve } = operations;

@Controller()
export class ResolveController {
  constructor(private readonly gateway: Gateway) {}

  @Endpoint(resolve.media)
  media(@CallParam() call: CallOf<typeof resolve.media>) {
    return this.gateway.free(call, resolveMedia(call.params.pk, call.params.code));
  }
}

/** Converts between a media's pk and its shortcode. Exactly one parameter is given; `pk` may be a composite id. */
function resolveMedia(pk: string | undefined, code: string | undefined): { pk: string; code: string } {
  const resolved = pk === undefined ? pkFromShortcode(code!) : parseNumericPostId(pk)?.pk;
  if (resolved !== undefined) return { pk: resolved, code: shortcodeFromPk(resolved) };
  if (pk === undefined) throw parameterProblem('query', 'code', 'must be a shortcode', 'invalid_parameter');
  throw parameterProblem('query', 'pk', 'must hold ids from 1 to 9223372036854775807', 'invalid_parameter');
}
