export const noticeEvents = ['balance.low', 'key.cap_near', 'key.cap_reached', 'key.expiring', 'rate.decided'] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

export const noticeChannels = ['page', 'mail', 'webhook'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** Facts of a notice as callers see them: names and amounts as text. */
export type NoticeDetail = Readonly<Record<string, string | null>>;

export interface NewNotice {
  readonly accountId: number;
  readonly event: NoticeEvent;
  /** An account is told only once with the same value. */
  readonly subject: string;
  readonly detail: NoticeDetail;
}

export interface Notice extends NewNotice {
  readonly id: number;
  readonly createdAt: Date;
}

/** What happened, in a sentence. */
export function sentenceOf({ event, detail }: Pick<NewNotice, 'event' | 'detail'>): string {
  const of = `${detail.period === 'month' ? 'monthly' : 'daily'} limit of $${detail.cap_usd}`;
  switch (event) {
    case 'balance.low':
      return `The balance has fallen below $${detail.threshold_usd}.`;
    case 'key.cap_near':
      return `The key “${detail.key_name}” has spent $${detail.spent_usd} of its ${of}.`;
    case 'key.cap_reached':
      return `The key “${detail.key_name}” has reached its ${of}: its requests are refused until the next ${detail.period} (UTC).`;
    case 'key.expiring':
      return `The key “${detail.key_name}” expires on ${detail.expires_at}.`;
    case 'rate.decided':
      return detail.granted_per_second === null
        ? `Support has declined ${detail.requests_per_second} requests per second for the key “${detail.key_name}”.`
        : `Support has granted ${detail.granted_per_second} requests per second for the key “${detail.key_name}”.`;
  }
}
