const actions = ['edit', 'request-rate', 'revoke'] as const;

interface KeySearch {
  /** What whoever comes to the page of a key has come to do. */
  action?: (typeof actions)[number];
}

export function keySearch({ action }: Record<string, unknown>): KeySearch {
  const known = actions.find((name) => name === action);
  return known ? { action: known } : {};
}
