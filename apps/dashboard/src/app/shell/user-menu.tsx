import { ArrowRightStartOnRectangleIcon, ChevronUpDownIcon, SparklesIcon, UserIcon } from '@heroicons/react/24/outline';
import {
  Button,
  type MantineColorScheme,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery } from '../../account/account-queries';
import { forgetKeys } from '../../account/known-keys';
import { isStaff, roleNames } from '../../account/permissions';
import { forgetChanges } from '../../api/safe-change';
import { signOut, useSession } from '../../api/session';
import { ZoneSwitch } from '../../components/zone-switch';
import classes from './shell.module.css';

export function UserMenu() {
  const { email, role } = useSession().user;
  const { data: account } = useQuery({ ...accountQuery({ kind: 'own' }), enabled: !isStaff(role) });
  const [opened, panel] = useDisclosure();
  useHotkeys(opened ? [['Escape', panel.close]] : []);
  return (
    <Popover opened={opened} onChange={panel.set} position="top" width="target" withinPortal={false} shadow="md">
      <Popover.Target>
        <UnstyledButton onClick={panel.toggle} className={`${classes.userButton} ruled`}>
          <UserIcon width={18} />
          <Stack component="span" gap={0} flex={1} miw={0} lh={1.3}>
            <Text span fz="var(--text-sm)" fw={500} truncate>
              {isStaff(role) ? email : (account?.name ?? email)}
            </Text>
            <span className="aside">{roleNames[role]}</span>
          </Stack>
          <ChevronUpDownIcon width={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="group" aria-label="Your account" p="sm">
        <Stack gap="sm">
          <p className="strong breakable">{email}</p>
          <ThemeSwitch />
          <ZoneSwitch />
          <a href="/docs/changelog" target="_blank" rel="noreferrer" className={classes.link}>
            <SparklesIcon width={18} />
            What’s new
          </a>
          <SignOutButton />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function SignOutButton() {
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => {
      forgetKeys();
      forgetChanges();
      return navigate({ to: '/sign-in' });
    },
  });
  return (
    <Button
      leftSection={<ArrowRightStartOnRectangleIcon width={16} />}
      loading={leave.isPending}
      onClick={() => leave.mutate()}
    >
      Sign out
    </Button>
  );
}

const themes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'auto', label: 'System' },
  { value: 'dark', label: 'Dark' },
];

function ThemeSwitch() {
  // Mantine would switch transitions off with a style element, which the CSP forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return <SegmentedControl aria-label="Theme" value={colorScheme} onChange={setColorScheme} data={themes} />;
}
