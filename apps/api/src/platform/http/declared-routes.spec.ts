import { unknownRoute } from './declared-routes';

describe('the problem of an unknown URL', () => {
  it.each([
    ['/user/1001', '/users/{user_id}'],
    ['/Users/Username/marta.trails', '/users/username/{username}'],
    ['/v1/users/1001', '/users/{user_id}'],
    ['https://loupe.example/user/1001?fields=pk', '/users/{user_id}'],
    ['/users/1001/follower', '/users/{user_id}/followers'],
    ['/serach/users?query=berlin', '/search/users'],
  ])('names the path that a caller of %s meant', (target, path) => {
    expect(unknownRoute(target).detail).toContain(`Did you mean ${path}?`);
  });

  it.each([
    '/',
    '/nowhere',
    '/wp-login.php',
    '/a/b/c/d/e/f/g/h/i',
    `/${'users'.repeat(1_000)}/1`,
    '/loupe_0123456789abcdef',
  ])('guesses nothing for %s, and repeats none of it', (target) => {
    const { detail } = unknownRoute(target);
    expect(detail).not.toContain('Did you mean');
    if (target.length > 1) expect(detail).not.toContain(target);
  });
});
