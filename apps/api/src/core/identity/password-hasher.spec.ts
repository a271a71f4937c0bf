import { PasswordHasher, queues } from './password-hasher';

const anyone = queues.stranger('192.0.2.1');

describe('passwords', () => {
  const hasher = new PasswordHasher();

  it('are stored as Argon2id with the parameters of ASVS, and salted', async () => {
    const [first, second] = await Promise.all([
      hasher.hash('correct horse battery', 'a@example.com'),
      hasher.hash('correct horse battery', 'a@example.com'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('are verified against their hash, and no password matches a missing hash', async () => {
    const hashed = await hasher.hash('correct horse battery', 'a@example.com');
    await expect(hasher.verify(hashed, 'correct horse battery', anyone)).resolves.toBe(true);
    await expect(hasher.verify(hashed, 'correct horse batterY', anyone)).resolves.toBe(false);
    await expect(hasher.verify(null, 'correct horse battery', anyone)).resolves.toBe(false);
  });

  it('from a known device are verified even when strangers have filled their own queue', async () => {
    const filled = Array.from({ length: 30 }, (_, address) =>
      Array.from({ length: 8 }, () => hasher.verify(null, 'guess', queues.stranger(`192.0.2.${address}`))),
    ).flat();
    const known = hasher.verify(null, 'x', queues.known('a device'));
    const outcomes = await Promise.allSettled(filled);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(100);
    await expect(known).resolves.toBe(false);
  });

  it('from one address are verified even when another address has filled its own queue', async () => {
    const guesses = Array.from({ length: 40 }, () => hasher.verify(null, 'guess', queues.stranger('192.0.2.1')));
    const other = hasher.verify(null, 'x', queues.stranger('192.0.2.2'));
    const outcomes = await Promise.allSettled(guesses);
    // Two run at once and five wait.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    await expect(other).resolves.toBe(false);
  });
});
