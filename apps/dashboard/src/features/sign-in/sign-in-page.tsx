import { Box, Code, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { client, dataOf } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { sessionQuery, signInOptionsQuery } from '../../api/session';
import { AlertBox } from '../../components/alert-box';
import { SubmitForm, useSubmit } from '../../components/form/submit-form';
import { Entrance } from './entrance';
import { PasskeySignIn } from './passkey-button';
import { ProviderButton } from './provider-button';
import { failureSentence, isLinkOffered } from './provider-failures';
import { SecondFactorInput, SignInForm } from './sign-in-form';

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
  const provider = options?.provider;
  const lost = options?.password === false ? 'No access yet?' : 'Lost your password, or have no account yet?';
  const foot = `${lost} Ask support for a link.${provider ? ` Signing out of Loupe does not sign you out of ${provider}.` : ''}`;
  if (step === 'code')
    return (
      <Entrance title="Two-factor code" foot={`${provider ?? 'The provider'} has signed you in. One step is left.`}>
        <CodeForm onDone={afterProvider} />
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
        {options && isLinkOffered(failed) ? (
          <>
            <Box component="p" className="soft">
              If you already have a Loupe user, enter its password once. From then on, whoever is now signed in to{' '}
              {provider} in this browser is signed in as that user: make sure that it is you.
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
        {!isLinkOffered(failed) && <PasskeySignIn onSignedIn={go} />}
      </Stack>
    </Entrance>
  );
}

function CodeForm({ onDone }: { onDone: () => Promise<void> }) {
  const form = useForm({ initialValues: { second_factor: '' } });
  const sending = useMutation({
    mutationFn: async ({ second_factor }: typeof form.values) => {
      const body = { second_factor: second_factor.trim() };
      await dataOf(client.POST('/dashboard/api/session/oidc/code', { body }));
      await onDone();
    },
  });
  const submit = useSubmit(form, sending, sending.mutate);
  return (
    <SubmitForm submit={submit} label="Confirm code" wide>
      <SecondFactorInput {...form.getInputProps('second_factor')} />
    </SubmitForm>
  );
}
