import { historyOf, withStep } from './history';
import { playgroundSearch } from './playground-search';
import { readStep } from './step';

const next = (search: Record<string, unknown>, path: string) =>
  withStep(historyOf(playgroundSearch(search)), readStep(path)!).trail;

describe('the trail in the address', () => {
  it('holds calls of the data API alone, and a step that there is', () => {
    const search = playgroundSearch({ trail: ['/users/1001', '/etc/passwd', '//evil', 7], at: 1, operation: 'x' });
    expect(search).toEqual({ trail: ['/users/1001', '/etc/passwd'], at: 1 });
    expect(historyOf(search)).toMatchObject({ steps: [{ values: { user_id: '1001' } }], at: 0 });
    expect(playgroundSearch({ trail: ['/users/1001'], at: 1 })).toEqual({ trail: ['/users/1001'] });
    expect(playgroundSearch({ trail: 'no', at: 0 })).toEqual({});
  });

  it('grows by what is asked from the step that is shown, and leaves what lay ahead of it', () => {
    const trail = ['/users/username/marta.trails', '/users/1001/posts#user_id=%2Fpk'];
    expect(next({ trail }, '/users/1001/followers')).toEqual([...trail, '/users/1001/followers']);
    expect(next({ trail, at: 0 }, '/users/1001/followers')).toEqual([trail[0], '/users/1001/followers']);
  });

  it('asks again at the same place, but for a next page', () => {
    const trail = ['/users/1001/followers'];
    expect(next({ trail }, '/users/1002/followers')).toEqual(['/users/1002/followers']);
    expect(next({ trail }, '/users/1001/followers?cursor=abc')).toEqual([trail[0], '/users/1001/followers?cursor=abc']);
  });
});
