import { cutAnswer } from './cut-answer';
import { objectAnswer, objectShape } from './object-answer';

describe('an answer that is cut', () => {
  const shape = objectShape({ object: 'user', absence: 'user_not_found' });

  it('leaves the whole one to those who share it, however large it is', () => {
    const user = { pk: '1', biography: 'x'.repeat(10_000), name: 'y'.repeat(80_000) };
    const answer = objectAnswer(Buffer.from(JSON.stringify({ user })), shape);
    const cut = cutAnswer(answer, new Map([['name', undefined]]), false);
    expect(JSON.parse(cut.body.toString())).toEqual({ name: user.name });
    expect(JSON.parse(answer.body.toString())).toEqual(user);
  });
});
