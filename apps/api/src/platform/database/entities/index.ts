import { AccountProfile } from './accounts';
import { ApiKeyRow, RateRequest } from './api-keys';
import { AuditEntry } from './audit-log';
import { CustomerNote } from './customer-notes';
import { NotificationSwitch } from './notifications';
import { SecondFactor, SessionRow, UserRow } from './users';
import { Webhook, WebhookDelivery } from './webhooks';

/** Tables of the directory that are mapped to entities. The schema is SQL: nothing is synchronized. */
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
  Webhook,
  WebhookDelivery,
];
