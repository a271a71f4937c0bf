const actions = ['edit', 'rotate', 'request-rate', 'revoke'] as const;

interface KeySearch {
  action?: (typeof actions)[number];
}

export function keySearch({ action }: Record<string, unknown>): KeySearch {
  const known = actions.find((name) => name === action);
  return known ? { action: known } : {};
}

interface KeysSearch {
  create?: boolean;
  name?: string;
  mode?: 'test';
}

export function keysSearch({ create, name, mode }: Record<string, unknown>): KeysSearch {
  if (create !== true) return {};
  return { create, ...(typeof name === 'string' && { name }), ...(mode === 'test' && { mode }) };
}
