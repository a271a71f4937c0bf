import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { answerOf, client } from '../../../api/client';
import { QueryView } from '../../../components/query-view';
import { Entrance } from './entrance';
import { NewPasswordForm } from './new-password-form';

/** Behind the one-time link of an invitation or a reset. The token stands after #, so that no server log holds it. */
export function WelcomePage() {
  const router = useRouter();
  const token = window.location.hash.slice(1);
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => answerOf(client.POST('/dashboard/api/password-links/inspect', { body: { token } })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const invited = link.data?.purpose === 'invitation';
  return (
    <Entrance
      title={invited ? 'Welcome to Loupe' : 'Choose a new password'}
      foot="A link works once. If this one does not, ask support for another."
    >
      <QueryView query={link} loading="Checking the link">
        {({ email }) => (
          <NewPasswordForm token={token} email={email} onDone={() => router.history.push('/dashboard/')} />
        )}
      </QueryView>
    </Entrance>
  );
}
