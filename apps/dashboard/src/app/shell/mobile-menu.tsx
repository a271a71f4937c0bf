import { Drawer } from '@mantine/core';
import { useFocusReturn } from '../../components/use-focus-return';
import classes from './mobile-menu.module.css';
import { Navigation } from './navigation';
import { ShellFoot } from './shell-foot';

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
