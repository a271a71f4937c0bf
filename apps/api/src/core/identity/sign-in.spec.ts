import type { DataSource } from 'typeorm';
import { PasswordHasher } from './password-hasher';
import type { SecondFactors } from './second-factors';
import { SignIn } from './sign-in';
import { SignInAttempts } from './sign-in-attempts';
import { UsersRepository } from './users.repository';

/** A sign-in whose database knows one user, and the hashes that it has verified against. */
function signInWith(user: object | undefined) {
  const verified: (string | null)[] = [];
  const dataSource = { query: async () => (user ? [user] : []) } as unknown as DataSource;
  const hasher = {
    async verify(hash: string | null) {
      verified.push(hash);
      return false;
    },
  } as unknown as PasswordHasher;
  return { signIn: signInOf(dataSource, hasher), verified, dataSource };
}

function signInOf(dataSource: DataSource, hasher: PasswordHasher): SignIn {
  return new SignIn(dataSource, new UsersRepository(), hasher, {} as SecondFactors, new SignInAttempts());
}

const attempt = { email: 'a@example.com', password: 'x', secondFactor: undefined, address: '192.0.2.1' };

describe('a failed sign-in', () => {
  it.each([
    ['an unknown address', undefined, null],
    ['a user without password', { id: '1', role: 'owner', password_hash: null, sealed_secret: null }, null],
    ['a wrong password', { id: '1', role: 'owner', password_hash: 'hash', sealed_secret: null }, 'hash'],
  ])('costs one verification for %s, so that time tells nothing', async (_, user, hash) => {
    const { signIn, verified } = signInWith(user);
    await expect(signIn.authenticate(attempt)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(verified).toEqual([hash]);
  });

  it('is judged again when its turn comes, so that guesses sent at one moment do not all slip through', async () => {
    const { dataSource } = signInWith(undefined);
    const signIn = signInOf(dataSource, new PasswordHasher());
    const guesses = Array.from({ length: 50 }, () => signIn.authenticate(attempt).catch(({ code }) => code));
    const verified = (await Promise.all(guesses)).filter((code) => code !== 'too_many_requests');
    expect(verified.every((code) => code === 'unauthorized')).toBe(true);
    // Five are free, the sixth blocks, and one more may be under way with it.
    expect(verified.length).toBeLessThanOrEqual(7);
  });
});
