import { Baseline1764200000001 } from './0001-baseline';
import { DevelopersLimits1764300000002 } from './0002-developers-limits';
import { FailedProofs1764300000003 } from './0003-failed-proofs';
import { QualityByAccount1764300000004 } from './0004-quality-by-account';
import { ChangeAnswers1764300000005 } from './0005-change-answers';
import { ManagementTokens1764300000006 } from './0006-management-tokens';
import { WebhookEndpoints1764300000007 } from './0007-webhook-endpoints';
import { SignIn1764300000008 } from './0008-sign-in';
import { Passkeys1764300000009 } from './0009-passkeys';
import { Monitors1764300000010 } from './0010-monitors';
import { CardPayments1764300000011 } from './0011-card-payments';
import { ValidateTransfers1764300000014 } from './0014-validate-transfers';

/** Ordered by the number in their names. Never edit a released migration; add one. */
export const migrations = [
  Baseline1764200000001,
  DevelopersLimits1764300000002,
  FailedProofs1764300000003,
  QualityByAccount1764300000004,
  ChangeAnswers1764300000005,
  ManagementTokens1764300000006,
  WebhookEndpoints1764300000007,
  SignIn1764300000008,
  Passkeys1764300000009,
  Monitors1764300000010,
  CardPayments1764300000011,
  ValidateTransfers1764300000014,
];
