import { Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditModule } from '../../platform/audit/audit.module';
import { AuditLogRepository } from '../../platform/audit/audit-log.repository';
import { installationSecret } from '../../platform/database/installation-secrets';
import { OutageLog } from '../../platform/database/outage-log';
import { PeriodicJobs } from '../../platform/jobs/periodic-job';
import { KeyedHash } from '../../platform/secrets/keyed-hash';
import { SecretsModule } from '../../platform/secrets/secrets.module';
import { AccountsModule } from '../accounts/accounts.module';
import { EmailLimits } from './email-limits';
import { KnownDevices } from './known-devices';
import { LinkDelivery } from './link-delivery';
import { Mail } from './mail';
import { Members } from './members';
import { OpenIdPeople } from './openid/openid-people';
import { OpenIdProvider } from './openid/openid-provider';
import { UserIdentitiesRepository } from './openid/user-identities.repository';
import { PasswordHasher } from './password-hasher';
import { PasswordLinks } from './password-links';
import { PasswordLinksRepository } from './password-links.repository';
import { SecondFactors } from './second-factors';
import { SecondFactorsRepository } from './second-factors.repository';
import { SecurityNotifications } from './security-notifications';
import { SentEmailsRepository } from './sent-emails.repository';
import { Sessions } from './sessions';
import { SessionsRepository } from './sessions.repository';
import { SignIn } from './sign-in';
import { SignInAttemptsRepository } from './sign-in-attempts.repository';
import { SignInMethodsRepository } from './sign-in-methods.repository';
import { SignInThrottles } from './sign-in-throttles';
import { SignInThrottlesRepository } from './sign-in-throttles.repository';
import { Staff } from './staff';
import { UserInvitations } from './user-invitations';
import { Users } from './users';
import { UsersRepository } from './users.repository';

const repositories = [
  PasswordLinksRepository,
  SecondFactorsRepository,
  SessionsRepository,
  SignInAttemptsRepository,
  SignInMethodsRepository,
  UserIdentitiesRepository,
  UsersRepository,
];
const services = [
  KnownDevices,
  LinkDelivery,
  Mail,
  Members,
  OpenIdPeople,
  OpenIdProvider,
  PasswordLinks,
  SecondFactors,
  SecurityNotifications,
  Sessions,
  SignIn,
  SignInThrottles,
  Staff,
  UserInvitations,
  Users,
];
const forgetEveryMs = 600_000;

/** Users, sessions and sign-in of the dashboard. */
@Module({
  imports: [AccountsModule, AuditModule, SecretsModule],
  providers: [
    EmailLimits,
    {
      provide: KeyedHash,
      inject: [DataSource],
      useFactory: async (dataSource: DataSource) => new KeyedHash(await installationSecret(dataSource, 'addresses')),
    },
    PasswordHasher,
    SentEmailsRepository,
    SignInThrottlesRepository,
    ...repositories,
    ...services,
  ],
  exports: [EmailLimits, SignInThrottles, ...repositories, ...services],
})
export class IdentityModule implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly forgetting: PeriodicJobs;

  constructor(
    throttles: SignInThrottles,
    audit: AuditLogRepository,
    sessions: SessionsRepository,
    links: PasswordLinksRepository,
    attempts: SignInAttemptsRepository,
    emailLimits: EmailLimits,
    dataSource: DataSource,
    failures: OutageLog,
  ) {
    const forget = async () => {
      await throttles.forget();
      await audit.deleteOldFailedProofs(dataSource);
      await sessions.deleteEnded(dataSource);
      await links.deleteExpired(dataSource);
      await attempts.deleteExpired(dataSource);
      await emailLimits.forget();
    };
    this.forgetting = new PeriodicJobs(failures, ['deleting old sign-in data', forgetEveryMs, forget]);
  }

  onApplicationBootstrap(): void {
    this.forgetting.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.forgetting.stop();
  }
}
