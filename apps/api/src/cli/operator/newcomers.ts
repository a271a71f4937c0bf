import { Admission, type Admitted, linkAddress, type PurposedLink } from '../../core/identity/admission';
import { PasswordHasher } from '../../core/identity/password-hasher';
import { PasswordLinks } from '../../core/identity/password-links';
import { Users } from '../../core/identity/users';
import { publicUrlOf } from '../../platform/config/public-url';
import type { Workplace } from './command';

type Facts = Record<string, string>;

/** The service that lets people in, outside of Nest. */
export function admissionOf({ dataSource }: Workplace): Admission {
  const users = new Users(new PasswordHasher());
  return new Admission(users, new PasswordLinks(dataSource, users));
}

/** What to print of somebody who was let in. */
export function newcomerFacts({ user, link }: Admitted, workplace: Workplace): Facts {
  return { user_id: `${user.id}`, email: user.email, ...(link && linkFacts(link, workplace)) };
}

export function linkFacts(link: PurposedLink, { env }: Workplace): Facts {
  return { [`${link.purpose}_url`]: linkAddress(publicUrlOf(env), link), expires_at: link.expiresAt.toISOString() };
}
