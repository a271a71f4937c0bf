export interface AuditSearch {
  action?: string;
  accountId?: string;
}

export function auditSearch({ action, accountId }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof action === 'string' && action !== '' && { action }),
    ...(/^\d+$/.test(String(accountId)) && { accountId: String(accountId) }),
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
