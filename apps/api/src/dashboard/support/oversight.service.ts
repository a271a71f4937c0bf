import type { AuditPage, AuditQuery } from './audit.dto';
import type { HealthView } from './health.dto';

export abstract class OversightService {
  abstract audit(query: AuditQuery): Promise<AuditPage>;
  abstract health(): Promise<HealthView>;
}
