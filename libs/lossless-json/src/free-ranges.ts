/** Which addresses of a memory are free: ranges in order, none of which ends where the next one begins. */
export class FreeRanges {
  private readonly starts: number[];
  private readonly ends: number[];

  constructor(start: number, end: number) {
    this.starts = [start];
    this.ends = [end];
  }

  get byteCount(): number {
    return this.starts.reduce((sum, start, at) => sum + this.ends[at]! - start, 0);
  }

  /** @returns the lowest address with so many free bytes, so that few pages are ever touched; undefined when there is none. */
  take(byteCount: number): number | undefined {
    const { starts, ends } = this;
    const place = starts.findIndex((start, at) => ends[at]! - start >= byteCount);
    if (place < 0) return undefined;
    const start = starts[place]!;
    starts[place] = start + byteCount;
    if (starts[place] === ends[place]) this.remove(place);
    return start;
  }

  /** Frees what was taken, whole or in parts. */
  give(start: number, end: number): void {
    if (start === end) return;
    const { starts, ends } = this;
    const later = starts.findIndex((other) => other > start);
    const place = later < 0 ? starts.length : later;
    starts.splice(place, 0, start);
    ends.splice(place, 0, end);
    this.join(place);
    this.join(place - 1);
  }

  /** Makes one range of this and the next if nothing is between them. */
  private join(place: number): void {
    const end = this.ends[place];
    if (end === undefined || end !== this.starts[place + 1]) return;
    this.ends[place] = this.ends[place + 1]!;
    this.remove(place + 1);
  }

  private remove(place: number): void {
    this.starts.splice(place, 1);
    this.ends.splice(place, 1);
  }
}
