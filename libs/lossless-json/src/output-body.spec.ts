import { assemble, bodyBuffers, compileShape, scanJson } from '.';

const shape = compileShape({ document: '', list: 'list' });
const size = 100_000;

/** An answer of one excerpt, or of several parts. */
function answerOf(letter: string, parts: 'one' | 'several' = 'one'): Buffer {
  const scan = scanJson(Buffer.from(`{"list":["${letter.repeat(size)}"]}`), shape);
  const excerpt = { scan, span: scan.one('list')! };
  return assemble(parts === 'one' ? [excerpt] : ['{"items":', excerpt, '}']);
}

const isWhole = (answer: Buffer, letter: string) => answer.toString().includes(letter.repeat(size));
const memories = (buffers: readonly Buffer[]) => new Set(buffers.map(({ buffer }) => buffer)).size;

describe('memory of large answers', () => {
  it.each(['one', 'several'] as const)('is used again after it was released: %s', (parts) => {
    const answers = [...'abcdefghij'].map((letter) => {
      const answer = answerOf(letter, parts);
      expect(isWhole(answer, letter)).toBe(true);
      bodyBuffers.release(answer);
      return answer;
    });
    expect(memories(answers)).toBeLessThan(3);
  });

  it.each(['one', 'several'] as const)('is nobody else’s until then: %s', (parts) => {
    const answers = [...'abcdefgh'].map((letter) => ({ letter, answer: answerOf(letter, parts) }));
    for (const { letter, answer } of answers) expect(isWhole(answer, letter)).toBe(true);
    expect(memories(answers.map(({ answer }) => answer))).toBe(answers.length);
  });

  it('is not acquired twice, however often and as whatever part it is released', () => {
    const answer = answerOf('a');
    bodyBuffers.release(answer.subarray(0, size));
    bodyBuffers.release(Buffer.from(answer.buffer, answer.byteOffset, answer.length));
    const other = answerOf('b');
    expect(other.buffer).not.toBe(answer.buffer);
    for (let i = 0; i < 3; i++) bodyBuffers.release(answer);
    const next = [answerOf('c'), answerOf('d'), answerOf('e')];
    bodyBuffers.release(answer);
    expect(memories([other, ...next, answerOf('f')])).toBe(5);
    expect(next.map((later, index) => isWhole(later, 'cde'[index]!))).toEqual([true, true, true]);
  });

  it('is that of answers only: small ones and others are left alone', () => {
    for (const bytes of [
      Buffer.from('{}'),
      Buffer.alloc(size),
      bodyBuffers.acquire(1_000),
      bodyBuffers.acquire(3_000_000),
    ]) {
      bodyBuffers.release(bytes);
      expect(bodyBuffers.acquire(bytes.length).buffer === bytes.buffer && bytes.length > 4_096).toBe(false);
    }
  });
});

it('a scan cannot be read once an answer was made of it, because other bodies may stand in its memory', () => {
  const scan = scanJson(Buffer.from('{"list":[1]}'), shape);
  const span = scan.one('document')!;
  expect(assemble([{ scan, span }]).toString()).toBe('{"list":[1]}');
  expect(() => scan.text(span)).toThrow('An answer has been made');
  expect(() => assemble(['x', { scan, span }])).toThrow('An answer has been made');
});
