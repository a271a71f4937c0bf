import { Box, Code, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { client, dataOf } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { sessionQuery, signInOptionsQuery } from '../../api/session';
import { AlertBox } from '../../components/alert-box';
import { Entrance } from './entrance';
import { PasskeySignIn } from './passkey-button';
import { ProviderButton } from './provider-button';
import { failureSentence } from './provider-failures';
import { LastStepForm, SignInForm } from './sign-in-form';

export function SignInPage() {
  const router = useRouter();
  const { next, failed, request, step } = useSearch({ from: '/sign-in' });
  const { data: options } = useQuery(signInOptionsQuery);
  const to = `/dashboard${next ?? '/'}`;
  const go = () => router.history.push(to);
  const afterProvider = async () => {
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    go();
  };
  const enterCode = async ({ second_factor = '' }) => {
    await dataOf(client.POST('/dashboard/api/session/oidc/code', { body: { second_factor } }));
    await afterProvider();
  };
  const provider = options?.provider;
  const waiting = failed === undefined ? null : options?.waiting;
  const lost = options?.password === false ? 'No access yet?' : 'Lost your password, or have no account yet?';
  const foot = `${lost} Ask support for a link.${provider ? ` Signing out of Loupe does not sign you out of ${provider}.` : ''}`;
  if (step === 'code')
    return (
      <Entrance title="Two-factor code" foot={`${provider ?? 'The provider'} has signed you in. One step is left.`}>
        <LastStepForm send={enterCode} />
      </Entrance>
    );
  return (
    <Entrance title="Sign in" foot={foot}>
      <Stack>
        {failed !== undefined && (
          <AlertBox tone="bad" announced>
            <p>{failureSentence(failed, provider)}</p>
            {request !== undefined && /^[\da-f-]{36}$/.test(request) && (
              <p className="aside">
                Request id <Code>{request}</Code>
              </p>
            )}
          </AlertBox>
        )}
        {provider && <ProviderButton provider={provider} to={to} />}
        {waiting ? (
          <>
            <Box component="p" className="soft">
              {provider} knows you as <strong>{waiting}</strong>. If that is you, and you already have a Loupe user,
              enter its password once: from then on, this person of {provider} is signed in as that user.
            </Box>
            <SignInForm
              label="Link and sign in"
              send={(body) => dataOf(client.POST('/dashboard/api/session/oidc/link', { body }))}
              onSignedIn={() => void afterProvider()}
            />
          </>
        ) : (
          options?.password !== false && <SignInForm onSignedIn={go} />
        )}
        {!waiting && <PasskeySignIn onSignedIn={go} />}
      </Stack>
    </Entrance>
  );
}
