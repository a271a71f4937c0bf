import { Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '../../platform/config/env';
import { LOGGER } from '../../platform/observability/logger';
import { SecretsModule } from '../../platform/secrets/secrets.module';
import { StoredSecrets } from '../../platform/secrets/stored-secrets';
import { Admission } from './admission';
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
  inject: [DataSource, StoredSecrets],
  useFactory: (dataSource: DataSource, secrets: StoredSecrets) => new SecondFactors(dataSource, secrets),
};
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
const admission: Provider = {
  provide: Admission,
  inject: [Users, PasswordLinks],
  useFactory: (known: Users, links: PasswordLinks) => new Admission(known, links),
};
const mail: Provider = {
  provide: Mail,
  inject: [ENV, LOGGER],
  useFactory: (env: Env, logger: Logger) => new Mail(env, logger),
};

/** Who may sign in to the dashboard, and who has. */
@Module({
  imports: [SecretsModule],
  providers: [passwordHasher, attempts, users, sessions, secondFactors, signIn, passwordLinks, admission, mail],
  exports: [PasswordHasher, Users, Sessions, SecondFactors, SignIn, PasswordLinks, Admission, Mail],
})
export class IdentityModule {}
