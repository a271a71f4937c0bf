import { dropEarlyResponses, takeEarlyResponse } from './early-responses';

const request = (path: string, method = 'GET') => new Request(`http://localhost${path}`, { method });

describe('early responses', () => {
  const response = new Response('{}');

  beforeEach(() => {
    globalThis.earlyResponses = new Map([['/keys', Promise.resolve(response)]]);
  });

  afterAll(() => {
    globalThis.earlyResponses = undefined;
  });

  it('are used once, by the call they belong to', async () => {
    expect(await takeEarlyResponse(request('/keys?state=active'))).toBeUndefined();
    expect(await takeEarlyResponse(request('/keys'))).toBe(response);
    expect(await takeEarlyResponse(request('/keys'))).toBeUndefined();
  });

  it('are not given to a change of the same thing, and are old after it', async () => {
    expect(await takeEarlyResponse(request('/keys', 'POST'))).toBeUndefined();
    expect(await takeEarlyResponse(request('/keys'))).toBeUndefined();
  });

  it('are asked for again where they failed', async () => {
    const failed = Promise.reject(new TypeError('offline'));
    globalThis.earlyResponses?.set('/overview?days=30', failed);
    expect(await takeEarlyResponse(request('/overview?days=30'))).toBeUndefined();
  });

  it('are gone once they were dropped', async () => {
    dropEarlyResponses();
    expect(await takeEarlyResponse(request('/keys'))).toBeUndefined();
  });
});
