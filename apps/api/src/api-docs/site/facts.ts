import { formatUsd } from '@loupe/dto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { PublishedFigures } from '../../core/usage/quality.repository';

/** What the documentation says of this installation. */
export interface SiteFacts {
  /** Where callers reach it, without a slash at its end. */
  readonly baseUrl: string;
  readonly pricePerRequestMicros: bigint;
  readonly requestsPerSecond: number;
  readonly concurrentRequests: number;
  readonly idempotencySeconds: number;
  readonly cachedPricePercent: number;
  readonly agentBudgetMicros: bigint;
  /** An email address or a web page; undefined where the operator names none. */
  readonly contact: string | undefined;
  /** How well operations work, as last published; undefined where `/status` is switched off. */
  readonly quality: (() => PublishedFigures) | undefined;
  /** The OpenAPI document, made when it is first needed. */
  readonly openapi: () => OpenAPIObject;
}

/** `$0.0006`, `$0.60`: no more decimals than say something, and two at least. */
export function dollars(micros: bigint): string {
  const [whole, decimals = ''] = formatUsd(micros).split('.');
  return `$${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Where questions go, as the end of a sentence in Markdown. */
export function contactLink(contact: string | undefined): string {
  if (contact === undefined) return 'the operator of this installation';
  return contact.includes('://')
    ? `[${contact.replace(/^https?:\/\//, '')}](${contact})`
    : `[${contact}](mailto:${contact})`;
}
