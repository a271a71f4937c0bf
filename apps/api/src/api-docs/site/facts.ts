import { formatUsd } from '@loupe/dto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { PublishedFigures } from '../../core/usage/quality.repository';

export interface SiteFacts {
  readonly baseUrl: string;
  readonly pricePerRequestMicros: bigint;
  readonly requestsPerSecond: number;
  readonly concurrentRequests: number;
  readonly idempotencySeconds: number;
  readonly cachedPricePercent: number;
  readonly agentBudgetMicros: bigint;
  readonly contact: string | undefined;
  /** The last published quality figures; undefined if `/status` is off. */
  readonly quality: (() => PublishedFigures) | undefined;
  readonly openapi: () => OpenAPIObject;
}

/** An amount such as `$0.0006` or `$0.60`: at least two decimals, and no trailing zeros after that. */
export function dollars(micros: bigint): string {
  const [whole, decimals = ''] = formatUsd(micros).split('.');
  return `$${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

export function contactLink(contact: string | undefined): string {
  if (contact === undefined) return 'the operator of this installation';
  return contact.includes('://')
    ? `[${contact.replace(/^https?:\/\//, '')}](${contact})`
    : `[${contact}](mailto:${contact})`;
}
