import { useRouter, useSearch } from '@tanstack/react-router';
import { Entrance } from './entrance';
import { SignInForm } from './sign-in-form';

export function SignInPage() {
  const router = useRouter();
  const { next } = useSearch({ from: '/sign-in' });
  return (
    <Entrance title="Sign in" foot="Lost your password, or have no account yet? Ask support for a link.">
      <SignInForm onSignedIn={() => router.history.push(`/dashboard${next ?? '/'}`)} />
    </Entrance>
  );
}
