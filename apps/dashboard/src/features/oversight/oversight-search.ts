import { type DaySpan, daySpan } from '../../format/days';

export interface AuditSearch extends DaySpan {
  action?: string;
  accountId?: string;
  /** The user who acted. */
  userId?: string;
}

export function auditSearch({ action, accountId, userId, ...days }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(/^\d+$/.test(String(accountId)) && { accountId: String(accountId) }),
    ...(/^\d+$/.test(String(userId)) && { userId: String(userId) }),
    ...daySpan(days),
  };
}

export const rateStates = ['open', 'granted', 'declined'] as const;

export type RateState = (typeof rateStates)[number];

export const rateStateNames: Record<RateState, string> = { open: 'Open', granted: 'Approved', declined: 'Declined' };

export interface RateRequestsSearch {
  state?: Exclude<RateState, 'open'>;
}

export const rateRequestsSearch = ({ state }: Record<string, unknown>): RateRequestsSearch =>
  state === 'granted' || state === 'declined' ? { state } : {};
