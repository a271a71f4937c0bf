import { PasswordHasher } from './password-hasher';

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
    await expect(hasher.verify(hashed, 'correct horse battery')).resolves.toBe(true);
    await expect(hasher.verify(hashed, 'correct horse batterY')).resolves.toBe(false);
    await expect(hasher.verify(null, 'correct horse battery')).resolves.toBe(false);
  });

  it('are not looked at when an attempt is not admitted', async () => {
    const refuse = () => {
      throw new Error('wait');
    };
    await expect(hasher.verify(null, 'x', refuse)).rejects.toThrow('wait');
  });
});
