import type { CustomerSearch } from './customers.repository';

const keyStart = /^loupe_([0-9A-Za-z]*)$/;
const keptCharacters = 8;

/**
 * What a text in the search box can mean. Of a key only its first eight characters are looked at, however much of it was
 * pasted: what follows is secret and goes nowhere.
 */
export function customerSearchOf(query: string): CustomerSearch {
  const key = keyStart.exec(query);
  if (key) return { keyPrefix: key[1]!.slice(0, keptCharacters) };
  return {
    text: query,
    keyPrefix: /^[0-9A-Za-z]{4,8}$/.test(query) ? query : undefined,
    accountId: /^\d{1,15}$/.test(query) ? Number(query) : undefined,
  };
}
