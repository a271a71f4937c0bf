import { requestValues } from './request-values';

describe('requestValues', () => {
  it.each([
    ['/users/1001/followers', '/users/{user_id}/followers', '1001'],
    ['/users/1001/followers?cursor=abc', '/users/{user_id}/followers', '1001 cursor=abc'],
    ['/hashtags/caf%C3%A9/top', '/hashtags/{name}/top', 'café'],
    ['/search/users?query=a+b&x=%', '/search/users', 'query=a b x=%'],
    ['/audio/trending', '/audio/trending', ''],
  ])('lists the path and query values of a request: %s', (address, path, values) => {
    expect(requestValues(address, path)).toBe(values);
  });

  it('shortens long values of a request', () => {
    expect(requestValues(`/users/1?cursor=${'x'.repeat(90)}`, '/users/{user_id}')).toBe('1 cursor=xxxxxxxxxxxxxxxx…');
  });
});
