import { Module } from '@nestjs/common';
import { SecretsModule } from '../../platform/secrets/secrets.module';
import { AccountsModule } from '../accounts/accounts.module';
import { Mail } from './mail';
import { PasswordHasher } from './password-hasher';
import { PasswordLinks } from './password-links';
import { PasswordLinksRepository } from './password-links.repository';
import { SecondFactors } from './second-factors';
import { SecondFactorsRepository } from './second-factors.repository';
import { Sessions } from './sessions';
import { SessionsRepository } from './sessions.repository';
import { SignIn } from './sign-in';
import { SignInAttempts } from './sign-in-attempts';
import { UserInvitations } from './user-invitations';
import { Users } from './users';
import { UsersRepository } from './users.repository';

const repositories = [PasswordLinksRepository, SecondFactorsRepository, SessionsRepository, UsersRepository];
const services = [Mail, PasswordLinks, SecondFactors, Sessions, SignIn, UserInvitations, Users];

/** Who may sign in to the dashboard, and who has. */
@Module({
  imports: [AccountsModule, SecretsModule],
  providers: [PasswordHasher, SignInAttempts, ...repositories, ...services],
  exports: [...repositories, ...services],
})
export class IdentityModule {}
