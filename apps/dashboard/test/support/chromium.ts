import { existsSync } from 'node:fs';

/** The headless shell comes first, because it takes less CPU time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** `CHROMIUM_PATH` overrides these places. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return given ?? places.find((path) => existsSync(path));
}

/** Without a browser, the tests are skipped, and the last lines of the run say so. In CI they fail. */
export const browserSuite = (name: string, suite: () => void): void =>
  findChromium() ? describe(name, suite) : describe.skip(`(needs Chromium) ${name}`, suite);
