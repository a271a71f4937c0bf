import { PassThrough } from 'node:stream';
import { answerClientError, refuseTunnel } from './send-problem';

describe('a socket that is answered without a response object', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['a refused tunnel', (socket: PassThrough) => refuseTunnel({} as never, socket), 405],
    ['invalid HTTP', (socket: PassThrough) => answerClientError({ code: 'HPE_INVALID' } as never, socket), 400],
  ])('is closed five seconds after %s if the caller has not closed it', (_what, answer, status) => {
    const socket = new PassThrough({ allowHalfOpen: true });
    answer(socket);
    expect(socket.read().toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    jest.advanceTimersByTime(4_000);
    expect(socket.destroyed).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(socket.destroyed).toBe(true);
  });

  it('causes no exception when its connection is reset after a refused tunnel', () => {
    const socket = new PassThrough();
    refuseTunnel({} as never, socket);
    expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow();
  });
});
