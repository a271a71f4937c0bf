import { Accounts1763700000001 } from './0001-accounts';
import { Ledger1763700000002 } from './0002-ledger';
import { Usage1763700000003 } from './0003-usage';
import { SpendingCaps1763700000004 } from './0004-spending-caps';
import { LowBalance1763700000005 } from './0005-low-balance';
import { AuditLog1763700000007 } from './0007-audit-log';
import { TopUpKeys1763700000008 } from './0008-top-up-keys';
import { ReconcileRuns1763700000009 } from './0009-reconcile-runs';
import { ApiKeys1763700000010 } from './0010-api-keys';
import { KeyLifecycle1763700000011 } from './0011-key-lifecycle';
import { Users1763700000020 } from './0020-users';
import { Sessions1763700000021 } from './0021-sessions';
import { SecondFactors1763700000022 } from './0022-second-factors';
import { InstallationSecrets1763700000050 } from './0050-installation-secrets';
import { SealedWebhooks1763700000051 } from './0051-sealed-webhooks';
import { TransferKinds1763700000052 } from './0052-transfer-kinds';
import { DisabledStaff1763700000053 } from './0053-disabled-staff';
import {
  ChargeBatch1763700000006,
  LockedAccounts1763700000054,
  StoredFunctions1763700000055,
} from './0055-stored-functions';
import { SignInThrottles1763700000060 } from './0060-sign-in-throttles';
import { FailedSignInRetention1763700000061 } from './0061-failed-sign-in-retention';
import { RepeatedRefusals1763700000065 } from './0065-repeated-refusals';
import { BoundedWebhooks1763700000066 } from './0066-bounded-webhooks';
import { OlderServers1763700000070 } from './0070-older-servers';
import { ChargeKeys1763700000080 } from './0080-charge-keys';
import { TestKeys1763700000090 } from './0090-test-keys';
import { BuiltInKeys1763700000100 } from './0100-built-in-keys';
import { TopUpRequests1763700000101 } from './0101-top-up-requests';
import { LedgerTables1763700000110 } from './0110-ledger-tables';
import { LedgerMove1763700000111 } from './0111-ledger-move';
import { LedgerStragglers1763700000112 } from './0112-ledger-stragglers';
import { Erasure1763700000130 } from './0130-erasure';
import { ClosedMonths1763700000131 } from './0131-closed-months';
import { CustomerNotes1763700000160 } from './0160-customer-notes';
import { RequestAddresses1763700000170 } from './0170-request-addresses';
import { Members1763700000171 } from './0171-members';
import { Notices1763700000172 } from './0172-notices';
import { OneChargeStatement1763700000180 } from './0180-one-charge-statement';
import { SeenNotices1763700000185 } from './0185-seen-notices';
import { BalancesOfTheHouse1763700000186 } from './0186-balances-of-the-house';
import { KeyUseAddresses1763700000190 } from './0190-key-use-addresses';
import { ReturnedSpend1763700000191 } from './0191-returned-spend';
import { LighterBatches1763700000195 } from './0195-lighter-batches';
import { DeveloperCaps1763700000220 } from './0220-developer-caps';
import { OpenInvitations1763700000221 } from './0221-open-invitations';
import { TransferNotes1763700000230 } from './0230-transfer-notes';
import { ErasedAccounts1763700000231 } from './0231-erased-accounts';

/** In order of their names' numbers. A migration that has been released is never edited (but see 0070): write the next one. */
export const migrations = [
  Accounts1763700000001,
  Ledger1763700000002,
  Usage1763700000003,
  SpendingCaps1763700000004,
  LowBalance1763700000005,
  ChargeBatch1763700000006,
  AuditLog1763700000007,
  TopUpKeys1763700000008,
  ReconcileRuns1763700000009,
  ApiKeys1763700000010,
  KeyLifecycle1763700000011,
  Users1763700000020,
  Sessions1763700000021,
  SecondFactors1763700000022,
  InstallationSecrets1763700000050,
  SealedWebhooks1763700000051,
  TransferKinds1763700000052,
  DisabledStaff1763700000053,
  LockedAccounts1763700000054,
  StoredFunctions1763700000055,
  SignInThrottles1763700000060,
  FailedSignInRetention1763700000061,
  RepeatedRefusals1763700000065,
  BoundedWebhooks1763700000066,
  OlderServers1763700000070,
  ChargeKeys1763700000080,
  TestKeys1763700000090,
  BuiltInKeys1763700000100,
  TopUpRequests1763700000101,
  LedgerTables1763700000110,
  LedgerMove1763700000111,
  LedgerStragglers1763700000112,
  Erasure1763700000130,
  ClosedMonths1763700000131,
  CustomerNotes1763700000160,
  RequestAddresses1763700000170,
  Members1763700000171,
  Notices1763700000172,
  OneChargeStatement1763700000180,
  SeenNotices1763700000185,
  BalancesOfTheHouse1763700000186,
  KeyUseAddresses1763700000190,
  ReturnedSpend1763700000191,
  LighterBatches1763700000195,
  DeveloperCaps1763700000220,
  OpenInvitations1763700000221,
  TransferNotes1763700000230,
  ErasedAccounts1763700000231,
];
