import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The OpenAPI document, made on the first request for it: most processes are never asked. */
@Injectable()
export class OpenapiService {
  private cached: string | undefined;
  private create: () => OpenAPIObject = () => {
    throw new Error('the application is not configured yet');
  };

  /** Given by whoever puts the application together, which alone can see all of its routes. */
  makeFrom(create: () => OpenAPIObject): void {
    this.create = create;
  }

  text(): string {
    this.cached ??= JSON.stringify(this.create(), null, 2);
    return this.cached;
  }
}
