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

/** Without a browser the tests are skipped, and the run's last lines say so; where CI is set they fail. */
export const browserSuite = (name: string, suite: () => void): void =>
  findChromium() ? describe(name, suite) : describe.skip(`(needs Chromium) ${name}`, suite);
