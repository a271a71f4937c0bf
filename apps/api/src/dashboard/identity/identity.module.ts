import { Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../config/env';
import { installationSecret } from '../../database/installation-secrets';
import { CursorSeal } from '../../gateway/cursor-seal';
import { LOGGER } from '../../observability/logger';
import { Mail } from './mail';
import { PasswordHasher } from './password-hasher';
import { PasswordLinks } from './password-links';
import { SecondFactors } from './second-factors';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { SignInAttempts } from './sign-in-attempts';
import { Users } from './users';

const secondFactors: Provider = {
  provide: SecondFactors,
  inject: [ENV, DataSource],
  useFactory: async (env: Env, dataSource: DataSource) => {
    const secrets = await sealingSecrets(env, dataSource);
    return new SecondFactors(dataSource, secrets && new CursorSeal(secrets));
  },
};

/** In production a key that lies beside what it locks would be none: without SECRETS_KEY nothing is sealed there. */
async function sealingSecrets(env: Env, dataSource: DataSource): Promise<string[] | undefined> {
  if (env.SECRETS_KEY) return env.SECRETS_KEY;
  return env.NODE_ENV === 'production' ? undefined : [await installationSecret(dataSource, 'second-factors')];
}

const passwordHasher: Provider = { provide: PasswordHasher, useFactory: () => new PasswordHasher() };
const attempts: Provider = { provide: SignInAttempts, useFactory: () => new SignInAttempts() };
const users: Provider = {
  provide: Users,
  inject: [PasswordHasher],
  useFactory: (hasher: PasswordHasher) => new Users(hasher),
};
const sessions: Provider = {
  provide: Sessions,
  inject: [DataSource],
  useFactory: (dataSource: DataSource) => new Sessions(dataSource),
};
const signIn: Provider = {
  provide: SignIn,
  inject: [DataSource, PasswordHasher, SecondFactors, SignInAttempts],
  useFactory: (...[dataSource, hasher, factors, limits]: ConstructorParameters<typeof SignIn>) =>
    new SignIn(dataSource, hasher, factors, limits),
};
const passwordLinks: Provider = {
  provide: PasswordLinks,
  inject: [DataSource, Users],
  useFactory: (dataSource: DataSource, known: Users) => new PasswordLinks(dataSource, known),
};
const mail: Provider = {
  provide: Mail,
  inject: [ENV, LOGGER],
  useFactory: (env: Env, logger: Logger) => new Mail(env, logger),
};

/** Who may sign in to the dashboard, and who has. */
@Module({
  providers: [passwordHasher, attempts, users, sessions, secondFactors, signIn, passwordLinks, mail],
  exports: [PasswordHasher, Users, Sessions, SecondFactors, SignIn, PasswordLinks, Mail],
})
export class IdentityModule {}
