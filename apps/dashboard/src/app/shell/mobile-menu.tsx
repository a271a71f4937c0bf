import { Drawer } from '@mantine/core';
import { useFocusReturn } from '../../components/dialog';
import { Navigation, ShellFoot } from './navigation';
import classes from './shell.module.css';

export function MobileMenu({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useFocusReturn(opened);
  return (
    <Drawer opened={opened} onClose={onClose} returnFocus={false} size="18rem" padding="md" title="Menu">
      <div className={classes.menu}>
        <Navigation onGo={onClose} />
        <ShellFoot />
      </div>
    </Drawer>
  );
}
