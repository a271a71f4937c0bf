import { Menu, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { forgetKeys } from '../../account/known-keys';
import { useSession } from '../../account/use-session';
import { signOut } from '../../api/session';
import { Icon } from '../../components/icon';
import classes from './user-menu.module.css';

export function UserMenu() {
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
    <Menu position="top-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <Icon name="person" />
          <span className={classes.who}>
            <span className="visually-hidden">Signed in as</span>
            <span className={classes.email}>{email}</span>
            <span className={classes.role}>{role === 'owner' ? 'Account owner' : 'Support'}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href="/docs" target="_blank" leftSection={<Icon name="requests" size={16} />}>
          API reference
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="signOut" size={16} />} onClick={() => leave.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
