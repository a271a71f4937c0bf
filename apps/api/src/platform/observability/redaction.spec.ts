import { createLogger } from './logger';

describe('the log', () => {
  const logged = (fields: object) => {
    const lines: string[] = [];
    createLogger({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) }).info(fields, 'said');
    return JSON.parse(lines[0]!);
  };

  it.each([
    ['the headers of a request', { req: { headers: { 'x-api-key': 'secret' }, method: 'GET' } }],
    ['headers', { headers: { cookie: 'secret' } }],
    ['a bearer token', { authorization: 'Bearer secret' }],
    ['an API key', { api_key: 'secret' }],
    ['a password', { password: 'secret' }],
  ])('omits %s', (_what, fields) => {
    const line = logged({ ...fields, kept: 1 });
    expect(line).toMatchObject({ level: 'info', msg: 'said', kept: 1 });
    expect(JSON.stringify(line)).not.toContain('secret');
  });
});
