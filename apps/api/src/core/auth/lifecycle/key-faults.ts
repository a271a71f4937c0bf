import type { ParameterFault } from '@loupe/dto';
import { Problem } from '../../../platform/http/problem';
import { parseAddressRange } from '../address-ranges';
import type { KeyChoices } from './api-key';

/** @throws {Problem} `unprocessable_entity` with every fault of the choices. */
export function checkChoices({ expiresAt, allowedIps }: KeyChoices, nowMs: number): void {
  const errors: ParameterFault[] = [];
  if (expiresAt && expiresAt.getTime() <= nowMs) errors.push(fault('expires_at', 'must lie in the future'));
  for (const entry of allowedIps ?? []) {
    if (!parseAddressRange(entry)) {
      errors.push(
        fault('allowed_ips', `holds ${JSON.stringify(entry)}, which is neither an IP address nor a CIDR range`),
      );
    }
  }
  if (errors.length === 0) return;
  const detail = `${errors.map(({ parameter, message }) => `${parameter} ${message}`).join('; ')}.`;
  throw new Problem('unprocessable_entity', detail, { members: { errors } });
}

function fault(parameter: string, message: string): ParameterFault {
  return { in: 'body', parameter, message };
}
