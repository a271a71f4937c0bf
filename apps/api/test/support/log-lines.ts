import { type DestinationStream, pino } from 'pino';
import { LOGGER } from '../../src/platform/observability/logger';
import type { AnyJson } from './send';
import type { TestApi } from './test-api';

/** Passes each later log line of the process to `note`, parsed, instead of printing it. */
export function noteLogLines({ app }: TestApi, note: (line: AnyJson) => void): void {
  const { [pino.symbols.streamSym]: output } = app.get<Record<symbol, DestinationStream>>(LOGGER);
  jest.spyOn(output!, 'write').mockImplementation((line) => note(JSON.parse(line)));
}
