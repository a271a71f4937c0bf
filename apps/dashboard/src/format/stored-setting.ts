import { useSyncExternalStore } from 'react';

/** A choice that this browser remembers. The first value is the default. */
export function storedSetting<Value extends string>(name: string, values: readonly [Value, ...Value[]]) {
  const listeners = new Set<() => void>();
  let current = read();
  // A browser may block its storage, and tests have none.
  function read(): Value {
    try {
      const text = localStorage.getItem(name);
      return values.find((value) => value === text) ?? values[0];
    } catch {
      return values[0];
    }
  }
  const get = (): Value => current;
  const set = (value: Value): void => {
    current = value;
    try {
      localStorage.setItem(name, value);
    } catch {}
    for (const listener of listeners) listener();
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return { get, set, use: (): Value => useSyncExternalStore(subscribe, get) };
}
