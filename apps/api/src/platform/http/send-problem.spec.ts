import { PassThrough } from 'node:stream';
import { answerClientError, refuseTunnel } from './send-problem';

describe('a socket that is answered without a response object', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['a tunnel', (socket: PassThrough) => refuseTunnel({} as never, socket), 405],
    ['invalid HTTP', (socket: PassThrough) => answerClientError({ code: 'HPE_INVALID' } as never, socket), 400],
  ])('closes the socket after %s within five seconds, even if the caller does not', (_what, answer, status) => {
    const socket = new PassThrough({ allowHalfOpen: true });
    answer(socket);
    expect(socket.read().toString()).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    jest.advanceTimersByTime(4_000);
    expect(socket.destroyed).toBe(false);
    jest.advanceTimersByTime(1_000);
    expect(socket.destroyed).toBe(true);
  });

  it('ignores an error of the socket after it refuses a tunnel', () => {
    const socket = new PassThrough();
    refuseTunnel({} as never, socket);
    expect(() => socket.emit('error', new Error('read ECONNRESET'))).not.toThrow();
  });
});
