import { Drawer, Stack } from '@mantine/core';
import { useFocusReturn } from '../../components/dialog';
import { Navigation, ShellFoot } from './navigation';

export function MobileMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useFocusReturn(opened);
  return (
    <Drawer opened={opened} onClose={onClose} returnFocus={false} size="18rem" padding="md" title="Menu">
      <Stack gap="lg">
        <Navigation onGo={onClose} />
        <ShellFoot />
      </Stack>
    </Drawer>
  );
}
