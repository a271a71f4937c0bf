/** `create` opens the form of a new key, for links from elsewhere; `key` points at one. */
export interface KeysSearch {
  create?: boolean;
  key?: string;
}

export function keysSearch({ create, key }: Record<string, unknown>): KeysSearch {
  return {
    ...(create === true && { create }),
    ...((typeof key === 'string' || typeof key === 'number') && { key: String(key) }),
  };
}
