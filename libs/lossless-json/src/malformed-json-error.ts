/** The body is not JSON. The message is logged, so it never quotes the body. */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError';

  /** @param offset in bytes from the start of the body */
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {
    super(`Malformed JSON at byte ${offset}: ${reason}`);
  }
}
