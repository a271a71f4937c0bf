/** The body is not JSON. The message never quotes the body, which may hold what must not reach a log. */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError';

  /**
   * @param reason what is wrong, in plain words
   * @param offset where, in bytes from the start of the body
   */
  constructor(
    readonly reason: string,
    readonly offset: number,
  ) {
    super(`Malformed JSON at byte ${offset}: ${reason}`);
  }
}
