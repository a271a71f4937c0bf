import { assemble, bodyBuffers, compileShape, forgetBody, scanJson, scanJsonRows } from '.';

const shape = compileShape({ document: '', list: 'list' });
const size = 100_000;

/** An answer of one excerpt, or of several parts. */
function answerOf(letter: string, parts: 'one' | 'several' = 'one'): Buffer {
  const scan = scanJson(Buffer.from(`{"list":["${letter.repeat(size)}"]}`), shape);
  const excerpt = { scan, span: scan.one('list')! };
  return assemble(parts === 'one' ? [excerpt] : ['{"items":', excerpt, '}']);
}

const isWhole = (answer: Buffer, letter: string) => answer.toString().includes(letter.repeat(size));
const placesOf = (buffers: readonly Buffer[]) => new Set(buffers.map(({ byteOffset }) => byteOffset)).size;

describe('memory of large answers', () => {
  it.each(['one', 'several'] as const)('is used again after it was released: %s', (parts) => {
    const answers = [...'abcdefghij'].map((letter) => {
      const answer = answerOf(letter, parts);
      expect(isWhole(answer, letter)).toBe(true);
      bodyBuffers.release(answer);
      return answer;
    });
    expect(placesOf(answers)).toBeLessThan(3);
  });

  it.each(['one', 'several'] as const)('is nobody else’s until then: %s', (parts) => {
    const answers = [...'abcdefgh'].map((letter) => ({ letter, answer: answerOf(letter, parts) }));
    for (const { letter, answer } of answers) expect(isWhole(answer, letter)).toBe(true);
    for (const { answer } of answers) bodyBuffers.release(answer);
  });

  it('is not acquired twice, however often and as whatever part it is released', () => {
    const answer = answerOf('a');
    bodyBuffers.release(answer.subarray(0, size));
    bodyBuffers.release(Buffer.from(answer.buffer, answer.byteOffset, answer.length));
    const other = answerOf('b');
    expect(other.byteOffset).not.toBe(answer.byteOffset);
    for (let i = 0; i < 3; i++) bodyBuffers.release(answer);
    const next = [answerOf('c'), answerOf('d'), answerOf('e')];
    bodyBuffers.release(answer);
    expect(placesOf([other, ...next, answerOf('f')])).toBe(5);
    expect(next.map((later, index) => isWhole(later, 'cde'[index]!))).toEqual([true, true, true]);
  });

  it('is bounded: what finds no room there is answered from other memory', () => {
    const answers = Array.from({ length: 400 }, (_, index) => answerOf('abcdefgh'[index % 8]!));
    const others = answers.filter((answer) => answer.buffer !== bodyBuffers.memory.buffer);
    expect(others.length).toBeGreaterThan(50);
    for (const [index, answer] of answers.entries()) expect(isWhole(answer, 'abcdefgh'[index % 8]!)).toBe(true);
    for (const answer of answers) bodyBuffers.release(answer);
    expect(answerOf('a').buffer).toBe(bodyBuffers.memory.buffer);
  });

  it('is that of answers only: small ones, very large ones and others are left alone', () => {
    for (const bytes of [Buffer.from('{}'), Buffer.alloc(size), bodyBuffers.acquire(1_000), bodyBuffers.acquire(5e6)]) {
      expect(bytes.buffer).not.toBe(bodyBuffers.memory.buffer);
      bodyBuffers.release(bytes);
    }
  });
});

describe('a body in that memory', () => {
  /** As it stands there, beside others. */
  function bodyOf(text: string): Buffer {
    const body = bodyBuffers.acquire(Buffer.byteLength(text));
    body.write(text);
    return body;
  }

  it('is scanned where it is, any number of times, and nothing beside it changes', () => {
    const filler = 'y'.repeat(size);
    const neighbours = [bodyOf(filler), bodyOf(`{"list":["${filler}"],"id":12}`), bodyOf(filler)];
    for (let i = 0; i < 3; i++) {
      const scan = scanJson(neighbours[1]!, shape);
      expect(scan.body.toString()).toBe(`{"list":["${filler}"],"id":"12"}`);
      bodyBuffers.release(assemble([{ scan, span: scan.one('list')! }]));
    }
    expect(neighbours.map((body) => body.toString())).toEqual([filler, `{"list":["${filler}"],"id":12}`, filler]);
    for (const body of neighbours) bodyBuffers.release(body);
  });

  it('is copied where it is a part of another one, whose bytes go on', () => {
    const inner = `{"list":["${'y'.repeat(size)}"]}`;
    const whole = bodyOf(`[${inner},7]`);
    const scan = scanJson(whole.subarray(1, 1 + inner.length), shape);
    expect(scan.body.toString()).toBe(inner);
    expect(whole.toString()).toBe(`[${inner},7]`);
  });

  it('is forgotten with all that was scanned of it, but for the answers, which are released by themselves', () => {
    const before = bodyBuffers.freeBytes;
    const body = [bodyOf(`{"list":["${'y'.repeat(size)}"]}`)];
    const [scan, ...others] = [scanJson(body, shape), scanJson(body, shape), ...scanJsonRows(body, shape)];
    const answer = assemble([{ scan: scan!, span: scan!.one('list')! }]);
    forgetBody(body);
    expect(body).toEqual([]);
    for (const other of others) expect(() => other.body).toThrow('forgotten');
    expect(before - bodyBuffers.freeBytes).toBeLessThan(answer.length + 200);
    expect(isWhole(answer, 'y')).toBe(true);
    bodyBuffers.release(answer);
    forgetBody(body);
    expect(bodyBuffers.freeBytes).toBe(before);
  });

  it('leaves its memory and that of its output to others when it is malformed', () => {
    const text = `{"list":["${'y'.repeat(size)}"]`;
    const places = Array.from({ length: 1_000 }, () => {
      const body = bodyOf(text);
      expect(() => scanJson(body, shape)).toThrow('ends too early');
      bodyBuffers.release(body);
      return body;
    });
    expect(placesOf(places)).toBe(1);
  });
});

it('a scan cannot be read once an answer was made of it, because other bodies may stand in its memory', () => {
  const scan = scanJson(Buffer.from('{"list":[1]}'), shape);
  const span = scan.one('document')!;
  expect(assemble([{ scan, span }]).toString()).toBe('{"list":[1]}');
  expect(() => scan.text(span)).toThrow('An answer has been made');
  expect(() => assemble(['x', { scan, span }])).toThrow('An answer has been made');
});
