import type { DataSource } from 'typeorm';
import type { KnownDevices } from './known-devices';
import type { PasswordHasher } from './password-hasher';
import type { SecondFactors } from './second-factors';
import type { SecurityNotifications } from './security-notifications';
import { SignIn } from './sign-in';
import type { SignInThrottles } from './sign-in-throttles';
import { UsersRepository } from './users.repository';

function signInWith(user: object | undefined) {
  const verified: (string | null)[] = [];
  const rows = { find: async () => (user ? [user] : []), insert: async () => undefined };
  const dataSource = { getRepository: () => rows } as unknown as DataSource;
  const hasher = {
    async verify(hash: string | null) {
      verified.push(hash);
      return false;
    },
  } as unknown as PasswordHasher;
  const throttles = {
    limitFailures: (_: unknown, attempt: () => Promise<boolean>) => attempt(),
    tryTake: async () => true,
  } as unknown as SignInThrottles;
  const devices = { recognize: async () => undefined } as unknown as KnownDevices;
  const others = [{} as SecondFactors, devices, throttles, {} as SecurityNotifications] as const;
  return { signIn: new SignIn(dataSource, new UsersRepository(), hasher, ...others), verified };
}

const attempt = {
  email: 'a@example.com',
  password: 'x',
  secondFactor: undefined,
  address: '192.0.2.1',
  deviceToken: undefined,
};

describe('a failed sign-in', () => {
  it.each([
    ['an unknown email address', undefined, null],
    ['a user without a password', { id: 1, role: 'owner', passwordHash: null, secondFactor: null }, null],
    ['a wrong password', { id: 1, role: 'owner', passwordHash: 'hash', secondFactor: null }, 'hash'],
  ])('verifies one hash for %s, so that timing reveals nothing', async (_, user, hash) => {
    const { signIn, verified } = signInWith(user);
    await expect(signIn.authenticate(attempt)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(verified).toEqual([hash]);
  });
});
