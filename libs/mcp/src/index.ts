export type { CallDataApi, DataApiAnswer } from './data-api';
export { createHttpHandler, type HttpHandler } from './http-handler';
export { createServer, type ServerSettings } from './server';
export { Session } from './session';
export { serveStdio } from './stdio';
