import { dropEarlyAnswers, takeEarlyAnswer } from './early-answers';

const request = (path: string, method = 'GET') => new Request(`http://localhost${path}`, { method });

describe('early answers', () => {
  const answer = new Response('{}');

  beforeEach(() => {
    globalThis.earlyAnswers = new Map([['/keys', Promise.resolve(answer)]]);
  });

  afterAll(() => {
    globalThis.earlyAnswers = undefined;
  });

  it('are given to the call that they answer, once', async () => {
    expect(await takeEarlyAnswer(request('/keys?state=active'))).toBeUndefined();
    expect(await takeEarlyAnswer(request('/keys'))).toBe(answer);
    expect(await takeEarlyAnswer(request('/keys'))).toBeUndefined();
  });

  it('are not given to a change of the same thing, and are old after it', async () => {
    expect(await takeEarlyAnswer(request('/keys', 'POST'))).toBeUndefined();
    expect(await takeEarlyAnswer(request('/keys'))).toBeUndefined();
  });

  it('are asked for again where they failed', async () => {
    const failed = Promise.reject(new TypeError('offline'));
    globalThis.earlyAnswers?.set('/overview?days=30', failed);
    expect(await takeEarlyAnswer(request('/overview?days=30'))).toBeUndefined();
  });

  it('are gone once they were dropped', async () => {
    dropEarlyAnswers();
    expect(await takeEarlyAnswer(request('/keys'))).toBeUndefined();
  });
});
