import { passwordError } from './password-policy';

const email = 'owner@example.com';

describe('the password policy', () => {
  it.each(['correct horse battery', 'tr0ub4dor&3-tr0ub', 'пароль длинный', '🐎🔋📎🐎🔋📎🧷🪡🧵🪢🧶🪑'])(
    'accepts %p',
    (password) => {
      expect(passwordError(password, email)).toBeUndefined();
    },
  );

  it.each([
    ['short', 'characters'],
    ['elevenchars', 'characters'],
    ['x'.repeat(257), 'characters'],
    ['qwerty123456', 'commonly used'],
    ['QWERTY123456', 'commonly used'],
    ['1qaz2wsx3edc', 'commonly used'],
    ['passwordpassword', 'commonly used'],
    ['zzzzzzzzzzzzzz', 'over and over'],
    ['xyz9xyz9xyz9xyz', 'over and over'],
    ['owner@example.com1', 'email'],
  ])('refuses %p', (password, reason) => expect(passwordError(password, email)).toContain(reason));
});
