import { Problem } from '../../../platform/problem';

/** Why a visit to the provider made no session. The sign-in page has a sentence for each. */
export const openIdFailures = [
  'cancelled',
  'expired',
  'provider_down',
  'refused',
  'not_verified',
  'not_invited',
  'several_invitations',
  'invitation_used',
  'address_taken',
  'already_linked',
  'disabled',
  'not_confirmed',
  'session_ended',
  'passkey_required',
  'too_many',
  'not_offered',
] as const;

export type OpenIdFailureReason = (typeof openIdFailures)[number];

/** Routes that browsers visit turn the reason into a sentence of the sign-in page; others answer with the problem. */
export class OpenIdFailure extends Problem {
  /** @param forOperator what the log says; people only learn the reason */
  constructor(
    readonly reason: OpenIdFailureReason,
    readonly forOperator: string = reason,
  ) {
    const detail = details[reason] ?? 'This was not possible with the OpenID provider.';
    super(reason === 'provider_down' ? 'service_unavailable' : 'conflict', detail);
  }
}

/** Of the reasons that other routes have. */
const details: Partial<Record<OpenIdFailureReason, string>> = {
  provider_down: 'The OpenID provider is out of reach. Try again shortly.',
  already_linked: 'This person or this user is already linked. Remove the other link first.',
};
