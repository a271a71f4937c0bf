import { PasswordHasher } from './password-hasher';

const anyone = { admit: () => undefined, failed: () => undefined };

describe('passwords', () => {
  const hasher = new PasswordHasher();

  it('are kept as Argon2id with the parameters of ASVS, and salted', async () => {
    const [first, second] = await Promise.all([
      hasher.hash('correct horse battery'),
      hasher.hash('correct horse battery'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
  });

  it('are verified, and nothing matches where there is none', async () => {
    const hashed = await hasher.hash('correct horse battery');
    await expect(hasher.verify(hashed, 'correct horse battery', anyone)).resolves.toBe(true);
    await expect(hasher.verify(hashed, 'correct horse batterY', anyone)).resolves.toBe(false);
    await expect(hasher.verify(null, 'correct horse battery', anyone)).resolves.toBe(false);
  });

  it('are not looked at when an attempt is not admitted, and a failure is counted before the next one', async () => {
    const events: string[] = [];
    const admit = () => void events.push('admitted');
    const attempt = { admit, failed: () => void events.push('failed') };
    const one = new PasswordHasher();
    await Promise.all([1, 2, 3, 4].map(() => one.verify(null, 'x', attempt)));
    // Two run at once; the third begins when one of them has failed.
    expect(events.slice(0, 3)).toEqual(['admitted', 'admitted', 'failed']);
    const refuse = () => {
      throw new Error('wait');
    };
    await expect(one.verify(null, 'x', { ...attempt, admit: refuse })).rejects.toThrow('wait');
  });
});
