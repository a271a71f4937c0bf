import { createTheme, type MantineColorsTuple } from '@mantine/core';

// The real colours are in tokens.css. Mantine requires ten shades for each name, so these are placeholders.
const named = Array.from({ length: 10 }, () => '#2d4bd0') as unknown as MantineColorsTuple;

// Mantine locks scrolling with a style element, which the CSP forbids; page.css does it instead.
const dialog = {
  lockScroll: false,
  padding: 'lg',
  transitionProps: { duration: 120 },
  overlayProps: { backgroundOpacity: 0.45 },
  closeButtonProps: { 'aria-label': 'Close' },
  // A header element would be a second banner landmark.
  attributes: { header: { role: 'none' } },
} as const;

const hint = { multiline: true, maw: '20rem', events: { hover: true, focus: true, touch: true } };

export const theme = createTheme({
  primaryColor: 'accent',
  colors: { accent: named, good: named, warn: named, bad: named },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: {
      defaultProps: { variant: 'light', bd: '1px solid color-mix(in srgb, var(--alert-color) 25%, transparent)' },
    },
    // A span, because badges appear in sentences.
    Badge: { defaultProps: { component: 'span', variant: 'light', radius: 'sm', fz: 'xs', fw: 550, tt: 'none' } },
    Button: { defaultProps: { variant: 'default', size: 'xs' } },
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        transitionProps: { duration: 0 },
        portalProps: { target: '#content' },
        withInitialFocusPlaceholder: false,
      },
    },
    // A click outside would lose what was typed.
    Modal: { defaultProps: { ...dialog, centered: true, closeOnClickOutside: false } },
    Drawer: { defaultProps: { ...dialog, position: 'right' } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show password' } } },
    SegmentedControl: { defaultProps: { size: 'xs', withItemsBorders: false } },
    Table: {
      defaultProps: {
        horizontalSpacing: 'sm',
        verticalSpacing: 'xs',
        borderColor: 'var(--line)',
        highlightOnHoverColor: 'var(--hover)',
      },
    },
    Title: { defaultProps: { fz: 'var(--text-2xl)', lh: 1.2, lts: '-0.02em' } },
    Tooltip: { defaultProps: hint },
  },
});
