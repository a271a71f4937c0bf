import { type Json, printJson, type Spelling } from './json';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonType = 'application/json; charset=utf-8';

export function json(value: Json, status = 200, spelling: Spelling = 'ascii'): Answer {
  return { status, contentType: jsonType, body: printJson(value, spelling) };
}

export function rows(values: readonly Json[], spelling: Spelling = 'ascii'): Answer {
  const body = values.map((value) => `${printJson(value, spelling)}\n`).join('');
  return { status: 200, contentType: jsonType, body };
}

export function html(status: number, title: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  return { status, contentType: 'text/html; charset=utf-8', body, headers };
}

export const text = (status: number, body: string, contentType = 'text/plain'): Answer => ({
  status,
  contentType,
  body,
});

/** Thrown to respond with a platform error. */
export class Refusal extends Error {
  constructor(readonly answer: Answer) {
    super(answer.body);
  }
}
