import { readFileSync } from 'node:fs';
import { isObject } from '../../platform/is-object';

/** Reads a JSON file, also with a byte order mark. @throws an error that names the environment variable and quotes nothing of the file */
export function readJsonFile(variable: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'is not JSON' : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new Error(`${variable}: the file ${path} ${reason}`);
  }
}

export function isStringRecord(value: unknown): value is Record<string, string> {
  return isObject(value) && Object.values(value).every((one) => typeof one === 'string');
}
