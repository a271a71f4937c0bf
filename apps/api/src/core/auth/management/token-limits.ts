import { formatUsd, type ParameterError } from '@loupe/dto';
import { isWithinRanges } from '../../../platform/address-ranges';
import type { ApiKey, KeyChoices } from '../lifecycle/api-key';
import type { ManagementToken } from './management-token';

type Limits = Pick<ManagementToken, 'dailyCapMicros' | 'expiresAt' | 'allowedIps'>;
type LimitedKey = Pick<ApiKey, 'mode' | 'dailyCapMicros' | 'expiresAt' | 'allowedIps'>;

/** The choices for a new key, with the limits of its token where the program chooses none. */
export function withinLimits<Choices extends KeyChoices>(choices: Choices, isTest: boolean, limits: Limits): Choices {
  const { dailyCapMicros, expiresAt, allowedIps } = limits;
  return {
    ...choices,
    // A test key spends nothing.
    ...(!isTest && choices.dailyCapMicros === undefined && { dailyCapMicros }),
    ...(choices.expiresAt === undefined && { expiresAt }),
    ...(choices.allowedIps === undefined && { allowedIps }),
  };
}

/** How a key goes beyond the limits of a token, as errors of the members of a body. */
export function errorsBeyond({ dailyCapMicros, expiresAt, allowedIps }: Limits, key: LimitedKey): ParameterError[] {
  const errors: [parameter: string, message: string, isBeyond: boolean][] = [
    [
      'daily_cap_usd',
      `must be at most ${formatUsd(dailyCapMicros ?? 0n)}, as the owner decided for this token`,
      dailyCapMicros !== null && key.mode === 'live' && (key.dailyCapMicros ?? dailyCapMicros + 1n) > dailyCapMicros,
    ],
    [
      'expires_at',
      `must be at the latest ${expiresAt?.toISOString()}, as the owner decided for this token`,
      expiresAt !== null && (key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) > expiresAt.getTime(),
    ],
    [
      'allowed_ips',
      `must lie within ${allowedIps.join(', ')}, as the owner decided for this token`,
      allowedIps.length > 0 &&
        (key.allowedIps.length === 0 || !key.allowedIps.every((range) => isWithinRanges(range, allowedIps))),
    ],
  ];
  return errors
    .filter(([, , isBeyond]) => isBeyond)
    .map(([parameter, message]) => ({ in: 'body', parameter, message }));
}
