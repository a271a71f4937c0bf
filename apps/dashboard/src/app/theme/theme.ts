import { createTheme, type MantineColorsTuple } from '@mantine/core';

// Colours live in tokens.css; the library only needs to know that an accent of ten steps exists.
const accent = Array.from({ length: 10 }, () => '#2d4bd0') as unknown as MantineColorsTuple;

// Scroll locks of the library write a style element, which the CSP forbids; page.css locks instead.
const dialog = {
  lockScroll: false,
  padding: 'lg',
  transitionProps: { duration: 120 },
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
  // By name, not by component: importing them here would load them with the first page.
  components: {
    Modal: { defaultProps: { ...dialog, centered: true, size: 'md' } },
    Drawer: { defaultProps: { ...dialog, position: 'right' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password' } } },
  },
});
