import { editDistance } from '../edit-distance';

const ofOtherPrograms = /^(HOME|PATH|(NODE_|npm_|PG|OTEL_).*)$/;

/** Hints at names that are near a known one: two changed letters, or one in a name of fewer than eight letters. */
export function misspeltNames(source: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  return Object.keys(source).flatMap((name) => {
    if (known.includes(name) || ofOtherPrograms.test(name)) return [];
    const near = known
      .filter((one) => one[0] === name[0] && Math.abs(one.length - name.length) <= 2)
      .map((one) => ({ one, distance: editDistance(one, name) }))
      .filter(({ one, distance }) => distance <= (Math.min(one.length, name.length) < 8 ? 1 : 2))
      .sort((a, b) => a.distance - b.distance)[0];
    return near ? [`${name} is not a setting; did you mean ${near.one}?`] : [];
  });
}
