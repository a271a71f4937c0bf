import { createTheme, Drawer, type MantineColorsTuple, Menu, Modal, PasswordInput, Tooltip } from '@mantine/core';

// Colours live in tokens.css; the library only needs to know that an accent of ten steps exists.
const accent = Array.from({ length: 10 }, () => '#2d4bd0') as unknown as MantineColorsTuple;

const still = { duration: 120 } as const;

// Scroll locks of the library write a style element, which the CSP forbids; page.css locks instead.
const dialog = {
  lockScroll: false,
  padding: 'lg',
  transitionProps: still,
  overlayProps: { backgroundOpacity: 0.45 },
  closeButtonProps: { 'aria-label': 'Close' },
  // Its header element would count as a second banner of the page.
  attributes: { header: { role: 'none' } },
} as const;

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { ...dialog, centered: true, size: 'md' } }),
    Drawer: Drawer.extend({ defaultProps: { ...dialog, position: 'right' } }),
    Menu: Menu.extend({ defaultProps: { position: 'bottom-end', transitionProps: still } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, transitionProps: still } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } },
    }),
  },
});
