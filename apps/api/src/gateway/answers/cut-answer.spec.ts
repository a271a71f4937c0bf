import { bodyBuffers } from '@loupe/lossless-json';
import { cutAnswer } from './cut-answer';
import { objectAnswer, objectShape } from './object-answer';

describe('an answer that is cut', () => {
  const shape = objectShape({ object: 'user', absence: 'user_not_found' });

  it('has its own bytes, and the memory of the whole one is used again', () => {
    const user = { pk: '1', biography: 'x'.repeat(10_000), name: 'y'.repeat(80_000) };
    const answer = objectAnswer(Buffer.from(JSON.stringify({ user })), shape);
    expect(bodyBuffers.has(answer.body)).toBe(true);
    const cut = cutAnswer(answer, new Map([['name', undefined]]), false);
    expect(JSON.parse(cut.body.toString())).toEqual({ name: user.name });
    expect(bodyBuffers.has(answer.body)).toBe(false);
  });
});
