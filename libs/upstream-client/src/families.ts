import { Breaker } from './breaker';
import { Bulkhead } from './bulkhead';
import type { AttemptOutcome } from './upstream-context';

const familyNames: Readonly<Record<string, FamilyName | undefined>> = {
  users: 'users',
  usertags: 'users',
  friendships: 'friendships',
  media: 'media',
  oembed: 'media',
  search: 'search',
  feed: 'stories',
  highlights: 'stories',
  clips: 'clips',
  music: 'clips',
  graphql: 'graphql',
  tags: 'discovery',
  locations: 'discovery',
};

export const allFamilies = [
  'users',
  'friendships',
  'media',
  'search',
  'stories',
  'clips',
  'graphql',
  'discovery',
] as const;
export type FamilyName = (typeof allFamilies)[number];

export type BreakerListener = (family: FamilyName, isOpen: boolean) => void;

// One retry costs as much as ten requests earn.
const retryPrice = 10;
const maxRetryCredit = 100;

/** Requests to one group of endpoints. They share a bulkhead, a breaker and a retry budget. */
export class Family {
  readonly breaker: Breaker;
  readonly outcomes: Record<AttemptOutcome, number> = {
    ok: 0,
    missing: 0,
    failed: 0,
    timeout: 0,
    refused: 0,
    gated: 0,
    unusable: 0,
    aborted: 0,
    not_asked: 0,
  };
  retries = 0;
  private retryCredit = maxRetryCredit;

  constructor(
    readonly name: FamilyName,
    readonly bulkhead: Bulkhead,
    now: () => number,
    onBreakerChange?: BreakerListener,
  ) {
    this.breaker = new Breaker(now, (isOpen) => onBreakerChange?.(name, isOpen));
  }

  earnRetry(): void {
    if (this.retryCredit < maxRetryCredit) this.retryCredit += 1;
  }

  /** Pays for a retry. @returns false if the budget is exhausted */
  spendRetry(): boolean {
    if (this.retryCredit < retryPrice) return false;
    this.retryCredit -= retryPrice;
    this.retries += 1;
    return true;
  }
}

/** Assigns requests to families by name. */
export class Families {
  readonly all: readonly Family[];
  private readonly byRequest = new Map<string, Family>();

  /** @param connections slots of all families, divided equally @param maxWaiting size of each family's queue */
  constructor(connections: number, maxWaiting: number, now: () => number, onBreakerChange?: BreakerListener) {
    const slots = Math.max(1, Math.floor(connections / allFamilies.length));
    this.all = allFamilies.map((name) => new Family(name, new Bulkhead(slots, maxWaiting), now, onBreakerChange));
  }

  of(request: string): Family {
    const known = this.byRequest.get(request);
    if (known) return known;
    const name = familyNames[request.split('.')[0]!];
    const family = this.all.find((one) => one.name === name);
    if (!family) throw new Error(`no request family is assigned to ${request}`);
    this.byRequest.set(request, family);
    return family;
  }
}
