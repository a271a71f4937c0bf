const actions = ['edit', 'request-rate', 'revoke'] as const;

interface KeySearch {
  action?: (typeof actions)[number];
}

export function keySearch({ action }: Record<string, unknown>): KeySearch {
  const known = actions.find((name) => name === action);
  return known ? { action: known } : {};
}

export function keysSearch({ create, name }: Record<string, unknown>): { create?: boolean; name?: string } {
  return create === true ? { create, ...(typeof name === 'string' && { name }) } : {};
}
