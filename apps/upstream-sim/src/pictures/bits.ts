/** Writes the bit strings of a video stream, most significant bit first. */
export class BitWriter {
  private readonly bytes: number[] = [];
  private free = 0;

  /** The low `count` bits of a value. */
  put(value: number, count: number): this {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.putBit((value >>> bit) & 1);
    return this;
  }

  /** An unsigned number in Exp-Golomb code. */
  golomb(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.put(0, length - 1).put(value + 1, length);
  }

  /** Zeros up to the next whole byte. */
  align(): this {
    this.free = 0;
    return this;
  }

  /** Whole bytes; only after {@link align}. */
  raw(bytes: Uint8Array): this {
    for (const byte of bytes) this.bytes.push(byte);
    return this;
  }

  /** The stop bit that ends every unit of the stream, and the unit itself. */
  finish(): Buffer {
    return Buffer.from(this.put(1, 1).align().bytes);
  }

  private putBit(bit: number): void {
    if (this.free === 0) {
      this.bytes.push(0);
      this.free = 8;
    }
    this.free -= 1;
    this.bytes[this.bytes.length - 1] = (this.bytes.at(-1) as number) | (bit << this.free);
  }
}
