import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The OpenAPI document, made on the first request for it: most processes are never asked. */
@Injectable()
export class OpenapiService {
  private cached: Buffer | undefined;
  private create: () => OpenAPIObject = () => {
    throw new Error('the application is not configured yet');
  };

  /** Given by whoever puts the application together, which alone can see all of its routes. */
  makeFrom(create: () => OpenAPIObject): void {
    this.create = create;
  }

  /** All answers share these bytes: a caller who asks a thousand times and reads nothing costs no memory. */
  bytes(): Buffer {
    this.cached ??= Buffer.from(JSON.stringify(this.create(), null, 2));
    return this.cached;
  }
}
