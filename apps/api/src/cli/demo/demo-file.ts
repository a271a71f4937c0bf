import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `demo.json` in the data directory: addresses and credentials of this installation. */
export interface DemoFile {
  base_url: string;
  dashboard_url: string;
  management_url: string;
  api_key: string;
  owner: { email: string; password: string };
  support: { email: string; password: string };
}

export function demoFilePath(dataDirectory: string): string {
  return join(dataDirectory, 'demo.json');
}

export function readDemoFile(dataDirectory: string): DemoFile | undefined {
  const path = demoFilePath(dataDirectory);
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DemoFile;
  } catch {
    return undefined;
  }
}

/** Only readable by its owner. Atomic, so that a killed process leaves no partial file. */
export function writeDemoFile(dataDirectory: string, content: DemoFile): void {
  const path = demoFilePath(dataDirectory);
  // The mode only applies to a file that does not exist yet.
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
