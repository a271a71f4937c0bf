import { AccountProfile, CustomerNote, NotificationSwitch } from './accounts';
import { ApiKeyRow, RateRequest } from './api-keys';
import { AuditEntry } from './audit-log';
import { SecondFactor, SessionRow, UserRow } from './users';
import { WebhookDelivery, WebhookEndpoint } from './webhooks';

/** Tables of the directory that are mapped to entities. SQL files define the schema; TypeORM does not synchronize it. */
export const entities = [
  AccountProfile,
  ApiKeyRow,
  AuditEntry,
  CustomerNote,
  NotificationSwitch,
  RateRequest,
  SecondFactor,
  SessionRow,
  UserRow,
  WebhookDelivery,
  WebhookEndpoint,
];
