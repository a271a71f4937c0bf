const actions = ['edit', 'request-rate', 'revoke'] as const;

interface KeySearch {
  /** What whoever comes to the page of a key has come to do. */
  action?: (typeof actions)[number];
}

export function keySearch({ action }: Record<string, unknown>): KeySearch {
  const known = actions.find((name) => name === action);
  return known ? { action: known } : {};
}

/** `name` is suggested for the key that is to be created. */
export function keysSearch({ create, name }: Record<string, unknown>): { create?: boolean; name?: string } {
  return create === true ? { create, ...(typeof name === 'string' && { name }) } : {};
}
