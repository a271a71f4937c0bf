import { assemble, compileShape, scanJson } from '.';

const shape = compileShape({ user: 'users[]', cursor: 'next_max_id' });
const bodyScan = () => scanJson(Buffer.from('{"users":[{"pk":1},{"id":2}],"next_max_id":3}'), shape);

describe('assemble', () => {
  it('concatenates text, excerpts and nested lists', () => {
    const scan = bodyScan();
    const [one, other] = scan.all('user').map((span) => ({ scan, span }));
    const answer = assemble(['{"items":[', [other!, ',', [one!]], '],"é":', { scan, span: scan.one('cursor')! }, '}']);
    expect(answer.toString()).toBe('{"items":[{"id":"2"},{"pk":"1"}],"é":"3"}');
  });

  it('quotes the ids of an excerpt wherever it starts and ends', () => {
    const scan = bodyScan();
    const [one] = scan.all('user');
    const inner = { start: one!.start + 1, end: one!.end - 1 };
    expect(assemble([{ scan, span: inner }, '|', { scan, span: { start: 0, end: 9 } }]).toString()).toBe(
      '"pk":"1"|{"users":',
    );
  });

  it('returns an empty buffer for no parts', () => {
    expect(assemble([]).length).toBe(0);
  });
});
