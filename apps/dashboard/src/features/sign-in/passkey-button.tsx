import { Button } from '@mantine/core';
import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { askForPasskey, canUsePasskeys, offerPasskeys } from '../../api/passkeys';
import { signInWithPasskey } from '../../api/session';
import { ProblemAlert } from '../../components/alert-box';

interface PasskeyButtonProps {
  isPending: boolean;
  error: unknown;
  onClick: () => void;
}

export function PasskeyButton({ isPending, error, onClick }: PasskeyButtonProps) {
  if (!canUsePasskeys()) return null;
  return (
    <>
      {error !== null && <ProblemAlert error={error} />}
      <Button size="sm" fullWidth loading={isPending} onClick={onClick}>
        Use a passkey
      </Button>
    </>
  );
}

/** Also lets the browser offer passkeys in the form. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useMutation({
    mutationFn: async (chosen?: AuthenticationResponseJSON) => {
      await signInWithPasskey({ ...(chosen ?? (await askForPasskey('sign_in'))) });
      onSignedIn();
    },
  });
  const { mutateAsync } = signIn;
  useEffect(() => (canUsePasskeys() ? offerPasskeys(mutateAsync) : undefined), [mutateAsync]);
  return <PasskeyButton {...signIn} onClick={() => signIn.mutate(undefined)} />;
}
