import { between, fraction, happens, mix, pick, salt } from './chance';
import { allIndexes, userPkAt, wellKnownAt } from './population';
import vocabulary from './vocabulary/names.json';
import { wellKnownUsers } from './well-known';

const { firstNames, surnames, handleWords, worldNames } = vocabulary;
const pairs = firstNames.length * handleWords.length;
const step = 7919; // a prime that does not divide `pairs`, so every account gets its own pair
const styleSalt = salt('handle style');
const nameSalt = salt('full name');

const documented = new Set(wellKnownUsers.map(({ username }) => username));

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function piecesOf(seed: number, index: number): { first: string; word: string } {
  const pair = (index * step + (mix(seed, nameSalt) % pairs)) % pairs;
  return {
    first: firstNames[pair % firstNames.length] as string,
    word: handleWords[Math.floor(pair / firstNames.length)] as string,
  };
}

export function usernameAt(seed: number, index: number): string {
  const known = wellKnownAt(index);
  if (known) return known.username;
  const handle = drawnHandle(seed, index);
  return documented.has(handle) ? `${handle}_` : handle;
}

function drawnHandle(seed: number, index: number): string {
  const { first, word } = piecesOf(seed, index);
  const style = fraction(mix(seed, styleSalt, index));
  if (style < 0.45) return `${first}.${word}`;
  if (style < 0.65) return `${first}_${word}`;
  if (style < 0.8) return `${first}.${word}${between(mix(seed, styleSalt, index, 1), 10, 99)}`;
  if (style < 0.9) return `_${first}_${word}_`;
  if (style < 0.985) return `the.${first}.${word}`;
  return String(1_000_000 + (userPkAt(index) % 90_000_000)); // some handles are digits only
}

export function fullNameAt(seed: number, index: number): string {
  const known = wellKnownAt(index)?.fullName;
  if (known !== undefined) return known;
  const draw = mix(seed, nameSalt, index);
  if (happens(mix(draw, 1), 0.06)) return '';
  if (happens(mix(draw, 2), 0.08)) return pick(mix(draw, 3), worldNames);
  const { first, word } = piecesOf(seed, index);
  if (happens(mix(draw, 4), 0.15)) return `${capitalised(first)} ${capitalised(word)}`;
  return `${capitalised(first)} ${pick(mix(draw, 5), surnames)}`;
}

export class Directory {
  private indexes: Map<string, number> | undefined;
  private names: string[] = [];

  constructor(private readonly seed: number) {}

  find(username: string): number | undefined {
    return this.all().get(username.toLowerCase());
  }

  /** Accounts whose handle begins with the text, then those whose handle contains it or whose name begins with it. */
  search(text: string, limit: number): number[] {
    const wanted = text.toLowerCase();
    const leading: number[] = [];
    const containing: number[] = [];
    for (const [handle, index] of this.all()) {
      const at = handle.indexOf(wanted);
      if (at === 0) leading.push(index);
      else if (at > 0 || this.names[index]?.startsWith(wanted)) containing.push(index);
    }
    return [...leading, ...containing].slice(0, limit);
  }

  private all(): Map<string, number> {
    if (!this.indexes) {
      this.indexes = new Map(allIndexes.map((index) => [usernameAt(this.seed, index), index]));
      this.names = allIndexes.map((index) => fullNameAt(this.seed, index).toLowerCase());
    }
    return this.indexes;
  }
}
