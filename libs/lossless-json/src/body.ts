/** A body as it came: in one piece or in several. */
export type Body = Buffer | readonly Buffer[];

export function joined(body: Body): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.concat(body);
}
