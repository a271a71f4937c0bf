import { existsSync } from 'node:fs';

/** The headless shell, which has no window to draw, takes a quarter less CPU time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Path of a Chromium of this machine; undefined where there is none. `CHROMIUM_PATH` names another. */
export function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  return given ?? places.find((path) => existsSync(path));
}

/** Whether the browser tests run at all. Without a browser they are left out, loudly, but never where CI is set. */
export const browserSuite = (name: string, suite: () => void): void =>
  (findChromium() ? describe : describe.skip)(name, suite);
