import { ActionIcon } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetKeys } from '../../account/known-keys';
import { useSession } from '../../account/use-session';
import { signOut } from '../../api/session';
import { Icon } from '../../components/icon';
import navigation from './navigation.module.css';
import classes from './shell-foot.module.css';
import { ThemeSwitch } from './theme-switch';

/** Below the navigation: the reference, the colours, who is signed in and the way out. */
export function ShellFoot() {
  return (
    <div className={classes.foot}>
      <a href="/docs" target="_blank" rel="noreferrer" className={navigation.link}>
        <Icon name="requests" />
        API reference
      </a>
      <ThemeSwitch />
      <SignedIn />
    </div>
  );
}

function SignedIn() {
  const { email, role } = useSession().user;
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetKeys();
      return navigate({ to: '/sign-in' });
    },
  });
  return (
    <div className={classes.signedIn}>
      <p className={classes.who}>
        <span className="visually-hidden">Signed in as</span>
        <span className={classes.email} title={email}>
          {email}
        </span>
        <span className={classes.role}>{role === 'owner' ? 'Account owner' : 'Support'}</span>
      </p>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Sign out"
        title="Sign out"
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        <Icon name="signOut" size={16} />
      </ActionIcon>
    </div>
  );
}
