/** Why a request was refused, for the page: the member `reason` of a problem. */
export const refusalReasons = [
  /** 401: the password is right, the code of the second factor is missing. */
  'second_factor_required',
  /** 403: the operator requires a second factor of this user, who has none yet. */
  'second_factor_enrolment_required',
  /** 403: the password was last typed more than ten minutes ago. */
  'fresh_password_required',
  /** 422: the amount is so large that it must be repeated in `confirm_amount_usd`. */
  'confirmation_required',
] as const;

export type RefusalReason = (typeof refusalReasons)[number];
