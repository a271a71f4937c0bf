import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { client, dataOf, type View } from './client';
import { problemOfFailure } from './problem-error';

/** Loaded when first used. */
const webauthn = () => import('@simplewebauthn/browser');

/** Only over TLS, and on this computer. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

type Purpose = NonNullable<View<'PasskeyOptionsBody'>['purpose']>;

/**
 * Lets the user sign a challenge with a passkey. @param offered whether the browser offers its passkeys in the field for the email address
 * instead of opening a dialog
 * @throws {ProblemError} if the server refuses, or the user closes the dialog
 */
export async function askForPasskey(purpose: Purpose, offered = false): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await webauthn();
  const options = await dataOf(client.POST('/dashboard/api/session/passkey/options', { body: { purpose } }));
  const optionsJSON = options.public_key as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON, useBrowserAutofill: offered }).catch(explain(optionsJSON.rpId));
}

/** Makes a passkey on this device, or on one that the browser reaches. @throws {ProblemError} as {@link askForPasskey} */
export async function makePasskey() {
  const { startRegistration } = await webauthn();
  const options = await dataOf(client.POST('/dashboard/api/passkeys/options'));
  const optionsJSON = options.public_key as unknown as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(explain(optionsJSON.rp.id));
}

/** The page offers passkeys in its form for as long as somebody sees it. A challenge ends after five minutes, so it is replaced before. */
const renewMs = 240_000;

/** @returns ends the offer */
export function offerPasskeys(onChosen: (credential: AuthenticationResponseJSON) => Promise<unknown>): () => void {
  let isOver = false;
  const offer = async (): Promise<void> => {
    const { browserSupportsWebAuthnAutofill } = await webauthn();
    if (isOver || document.hidden || !(await browserSupportsWebAuthnAutofill())) return;
    // A browser that offers none, or not here, does not disturb who types.
    const credential = await askForPasskey('sign_in', true).catch(() => undefined);
    if (credential && !isOver) await onChosen(credential).catch(() => undefined);
  };
  void offer();
  const timer = setInterval(offer, renewMs);
  document.addEventListener('visibilitychange', offer);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', offer);
    void webauthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
  };
}

/** Throws what the refusal of a browser means. It is no lost response: nothing was sent. */
const explain =
  (host = '') =>
  (error: unknown): never => {
    const name = error instanceof Error ? error.name : '';
    throw problemOfFailure(422, reasons(host)[name] ?? closed);
  };

const closed = 'The dialog was closed, or nobody answered it. Try again, or use another way.';
const unverified = 'This device has no PIN, fingerprint or face recognition, which a passkey needs.';

const reasons = (host: string): Record<string, string> => ({
  InvalidStateError: 'This device has a passkey for your user already.',
  SecurityError: `Passkeys of this installation work only at ${host}.`,
  ConstraintError: unverified,
  NotSupportedError: unverified,
});
