import { historyOf, withStep } from './history';
import { playgroundSearch } from './playground-search';
import { readStep } from './step';

const next = (search: Record<string, unknown>, path: string, isAgain = false) =>
  withStep(historyOf(playgroundSearch(search)), readStep(path)!, isAgain).trail;

describe('the call history in the address', () => {
  it('ignores a selected step that does not exist, and addresses that are no calls of the data API', () => {
    const search = playgroundSearch({ trail: ['/users/1001', '/etc/passwd', '//evil', 7], at: 1, operation: 'x' });
    expect(search).toEqual({ trail: ['/users/1001', '/etc/passwd'], at: 1 });
    expect(historyOf(search)).toMatchObject({ steps: [{ values: { user_id: '1001' } }], at: 0 });
    expect(playgroundSearch({ trail: ['/users/1001'], at: 1 })).toEqual({ trail: ['/users/1001'] });
    expect(playgroundSearch({ trail: 'no', at: 0 })).toEqual({});
  });

  it('adds a call after the selected step and drops the later steps', () => {
    const trail = ['/users/username/marta.trails', '/users/1001/posts'];
    expect(next({ trail }, '/users/1001/followers')).toEqual([...trail, '/users/1001/followers']);
    expect(next({ trail, at: 0 }, '/users/1001/followers')).toEqual([trail[0], '/users/1001/followers']);
  });

  it('replaces the selected step when its form is sent again', () => {
    const trail = ['/users/1001/followers', '/users/1002'];
    expect(next({ trail, at: 0 }, '/users/1002/followers', true)).toEqual(['/users/1002/followers']);
  });
});
