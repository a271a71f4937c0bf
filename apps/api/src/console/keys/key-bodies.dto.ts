import { TextListField } from '../shared/fields/list-fields';
import { IntegerField, UsdField } from '../shared/fields/number-fields';
import { TextField, TimeField } from '../shared/fields/text-fields';

const sevenDaysInSeconds = 604_800;

/** The bounds that an owner may set on a key; null takes one away. */
class KeyBounds {
  @TimeField({ optional: true, nullable: true, description: 'When it stops working' })
  expires_at?: string | null;

  @UsdField({ optional: true, nullable: true, description: 'Most it may spend in a day, UTC' })
  daily_cap_usd?: string | null;

  @UsdField({ optional: true, nullable: true, description: 'Most it may spend in a calendar month, UTC' })
  monthly_cap_usd?: string | null;

  @TextListField({
    max: 100,
    optional: true,
    nullable: true,
    example: ['203.0.113.0/24', '2001:db8::/32'],
    description: 'Addresses and ranges it may be used from; null or empty: any',
  })
  allowed_ips?: string[] | null;
}

export class CreateKeyBody extends KeyBounds {
  @TextField({ max: 100, example: 'Production' })
  name: string;
}

export class ChangeKeyBody extends KeyBounds {
  @TextField({ max: 100, optional: true })
  name?: string;
}

export class RotateKeyBody {
  @IntegerField({ min: 0, max: sevenDaysInSeconds, description: 'How long the old key still works' })
  overlap_seconds: number;
}

export class RateRequestBody {
  @IntegerField({ min: 1, max: 10_000 })
  requests_per_second: number;

  @TextField({ max: 1_000 })
  reason: string;
}
