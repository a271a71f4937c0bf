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
