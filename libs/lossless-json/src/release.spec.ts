import { assemble, compileShape, release, releaseScans, scanJson } from '.';

// Node.js 20 leaves the memory to the garbage collector.
const canRelease = 'transfer' in ArrayBuffer.prototype;
const kept = (bytes: number) => (canRelease ? 0 : bytes);

describe('release', () => {
  it('leaves nothing to read for whoever still holds the buffer or a part of it', () => {
    const buffer = Buffer.alloc(100_000, 'a');
    const part = buffer.subarray(10, 20);
    release(buffer);
    release(buffer);
    const next = Buffer.alloc(100_000, 'b');
    expect([buffer.length, part.length]).toEqual([kept(100_000), kept(10)]);
    expect(`${buffer}${part}`).not.toContain('b');
    if (canRelease) expect(() => Buffer.concat([Buffer.from('x'), buffer], 2)).toThrow(TypeError);
    expect(next.length).toBe(100_000);
  });

  it('leaves a part of a buffer and a buffer of the pool of Node.js alone', () => {
    const whole = Buffer.alloc(100_000, 'a');
    const small = Buffer.from('a');
    for (const buffer of [whole.subarray(1), small, Buffer.alloc(0)]) release(buffer);
    expect([whole.length, `${small}`]).toEqual([100_000, 'a']);
  });
});

describe('releaseScans', () => {
  it('releases the outputs of all scans in the parts, and not what was assembled from them', () => {
    const shape = compileShape({ text: 'text' });
    const scans = ['a', 'b'].map((letter) => scanJson(Buffer.from(`{"text":"${letter.repeat(40_000)}"}`), shape));
    const [one, other] = scans.map((scan) => ({ scan, span: scan.one('text')! }));
    const parts = [one!, [',', other!]];
    const answer = assemble(parts);
    releaseScans(parts);
    expect(scans.map((scan) => scan.body.length)).toEqual([kept(40_011), kept(40_011)]);
    expect(answer.toString()).toBe(`"${'a'.repeat(40_000)}","${'b'.repeat(40_000)}"`);
  });
});
