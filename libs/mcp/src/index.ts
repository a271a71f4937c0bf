export type { AnswerType } from './answer-type';
export type { CallDataApi, DataApiAnswer } from './data-api';
export { createHttpHandler, type HttpHandler } from './http-handler';
export { Session } from './session';
export { serveStdio } from './stdio';
export type { Caller } from './tool-run';
