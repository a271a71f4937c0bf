import { UsersRepository } from '../../../core/identity/users.repository';
import { Problem } from '../../../platform/http/problem';
import { command, facts, operator } from '../command';
import { admissionOf, linkFacts } from '../newcomers';
import { required, toggle } from '../option';
import { email } from '../option-readers';

export const passwordLink = command({
  name: 'password-link',
  purpose: 'Prints a new one-time link with which a user sets a password; the last one stops working',
  options: {
    email: required(email, 'EMAIL', 'what the user signs in with'),
    'reset-second-factor': toggle('using the link also turns the second factor off'),
  },
  run: ({ email, 'reset-second-factor': resets }, workplace) =>
    workplace.dataSource.transaction(async (db) => {
      const user = await new UsersRepository(db).findByEmail(email);
      if (!user) throw new Problem('not_found', 'Nobody signs in with this e-mail address.');
      return { lines: facts(linkFacts(await admissionOf(workplace).issueLink(db, operator, user, resets), workplace)) };
    }),
});
