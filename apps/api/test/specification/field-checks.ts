import type { Body } from './caller';

/** A value, and the object it stands in. */
export type Check = (value: Body, object: Body) => boolean;

/** A row of a table of fields: its name, what the table says of it, and whether a value is such. */
export type Field = [name: string, note: string, check: Check];

export const isText = (value: Body): boolean => typeof value === 'string';
export const isInteger = (value: Body): boolean => Number.isInteger(value);
export const isBoolean = (value: Body): boolean => typeof value === 'boolean';
export const isArray = (value: Body): boolean => Array.isArray(value);
export const isObject = (value: Body): boolean => value !== null && typeof value === 'object' && !Array.isArray(value);
export const isAbsent = (value: Body): boolean => value === undefined;
export const isNumericId = (value: Body): boolean => isText(value) && /^\d+$/.test(value);
export const isUrl = (value: Body): boolean => isText(value) && URL.canParse(value);
/** With a number for both sides and an address. */
export const isPicture = (value: Body): boolean =>
  isInteger(value?.width) && isInteger(value?.height) && isUrl(value?.url);
export const isUser = (value: Body): boolean => isNumericId(value?.pk) && isText(value?.username);

/** Expects of every object that one of its members is as told; without any object it has not been tried, and fails. */
export function expectEvery(objects: Body[], name: string, check: Check): void {
  expect(objects.length).toBeGreaterThan(0);
  const others = objects.filter((object) => !check(object[name], object));
  const report = others.map(
    (object) => `${object.pk ?? object.id}: ${name} is ${JSON.stringify(object[name])?.slice(0, 100)}`,
  );
  // The first ones say enough; the last line says how many there are.
  expect(report.length > 5 ? [...report.slice(0, 5), `${report.length} of ${objects.length}`] : report).toEqual([]);
}

/** "About n top-level fields": within 15 %. */
export function expectAbout(objects: Body[], count: number): void {
  expect(objects.length).toBeGreaterThan(0);
  const counts = objects.map((object) => Object.keys(object).length);
  expect(counts.filter((n) => Math.abs(n - count) > count * 0.15)).toEqual([]);
}

/** Calls once, when it is first needed. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => (loaded ??= load());
}

/** An item, once, by the id it has. */
export const ids = (items: Body[]): string[] => items.map(({ pk, id }) => pk ?? id);

export function expectDistinct(values: string[]): void {
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
}
