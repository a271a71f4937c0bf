/** A sentence for each code that the server puts into the address. Nothing of the provider's own is shown. */
const sentences: Record<string, (provider: string) => string> = {
  cancelled: (provider) => `You did not finish signing in with ${provider}.`,
  expired: () => 'This attempt took too long, or was already used. Try again.',
  provider_down: (provider) => `${provider} is out of reach, or too slow. Try again shortly.`,
  refused: (provider) => `Loupe could not accept the answer of ${provider}. Try again, or tell support the request id.`,
  not_verified: (provider) =>
    `${provider} does not say that your email address is verified. Open the link of your invitation instead.`,
  not_invited: (provider) => `Nobody has invited your address at ${provider} to Loupe. Ask an owner of your account.`,
  several_invitations: () =>
    'Several accounts have invited you. Open the link of the invitation that you want to accept.',
  invitation_used: () => 'This invitation has expired or was already used. Ask for a new one.',
  address_taken: () => 'A Loupe user already has this email address.',
  already_linked: (provider) =>
    `Your Loupe user is already linked, or this person of ${provider} belongs to another Loupe user. Remove that link first.`,
  disabled: () => 'Your Loupe user is disabled. Ask a colleague in support.',
  not_confirmed: (provider) =>
    `${provider} did not confirm that it is you, just now. Sign in there again, as the same person.`,
  session_ended: () => 'Your session has ended. Sign in again.',
  passkey_required: () => 'Sign in with your passkey: the operator requires two factors.',
  too_many: () => 'Too many attempts. Wait a few minutes.',
  not_offered: () => 'This installation takes no sign-in from another provider. Use your password or a passkey.',
};

export function failureSentence(code: string, provider: string | null | undefined): string {
  return (
    sentences[code]?.(provider ?? 'the provider') ??
    'Loupe could not sign you in. Try again shortly, or tell support the request id.'
  );
}
