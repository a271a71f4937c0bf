import type { Body } from './caller';

export type Check = (value: Body, object: Body) => boolean;

/** A row of a table of fields: its name, its description, and a check of a value. */
export type Field = [name: string, note: string, check: Check];

export const isText = (value: Body): boolean => typeof value === 'string';
export const isInteger = (value: Body): boolean => Number.isInteger(value);
export const isBoolean = (value: Body): boolean => typeof value === 'boolean';
export const isArray = (value: Body): boolean => Array.isArray(value);
export const isObject = (value: Body): boolean => value !== null && typeof value === 'object' && !Array.isArray(value);
export const isAbsent = (value: Body): boolean => value === undefined;
export const isNumericId = (value: Body): boolean => isText(value) && /^\d+$/.test(value);
export const isUrl = (value: Body): boolean => isText(value) && URL.canParse(value);
/** A width, a height and a URL. */
export const isPicture = (value: Body): boolean =>
  isInteger(value?.width) && isInteger(value?.height) && isUrl(value?.url);
export const isPictures = (value: Body): boolean => Array.isArray(value) && value.length > 0 && value.every(isPicture);
export const isTexts = (value: Body): boolean => Array.isArray(value) && value.every(isText);
export const isNullOr =
  (check: (value: Body) => boolean) =>
  (value: Body): boolean =>
    value === null || check(value);
export const isUser = (value: Body): boolean => isNumericId(value?.pk) && isText(value?.username);

/** Expects a member of every object to pass the check. Fails without objects, because then nothing is checked. */
export function expectEvery(objects: Body[], name: string, check: Check): void {
  expect(objects.length).toBeGreaterThan(0);
  const others = objects.filter((object) => !check(object[name], object));
  const report = others.map(
    (object) => `${object.pk ?? object.id}: ${name} is ${JSON.stringify(object[name])?.slice(0, 100)}`,
  );
  // Five failures suffice; the last line has the number of all failures.
  expect(report.length > 5 ? [...report.slice(0, 5), `${report.length} of ${objects.length}`] : report).toEqual([]);
}

/** "About n top-level fields": within 15 %. */
export function expectAbout(objects: Body[], count: number): void {
  expect(objects.length).toBeGreaterThan(0);
  const counts = objects.map((object) => Object.keys(object).length);
  expect(counts.filter((n) => Math.abs(n - count) > count * 0.15)).toEqual([]);
}

export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

export const ids = (items: Body[]): string[] => items.map(({ pk, id }) => pk ?? id);

export function expectDistinct(values: string[]): void {
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
}
