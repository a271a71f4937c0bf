/** Problems by which a request is refused for its key or its account, before anything is asked for it. */
export const refusalCodes = [
  'unauthorized',
  'account_suspended',
  'insufficient_balance',
  'key_cap_reached',
  'too_many_requests',
] as const;
