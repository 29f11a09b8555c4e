/** Colours, sizes and type of the product: dense, calm, readable in light and dark. */
import { createTheme, type CSSVariablesResolver, rem } from '@mantine/core';
import type { SyntheticEvent } from 'react';

/** Height of a list row and of a control, in pixels. */
export const ROW_HEIGHT = 30;

/** Select menus grow to this height, in pixels, then scroll. */
export const MENU_HEIGHT = 260;

const field = { defaultProps: { size: 'xs' } };

/** What is typed into a choice that can be searched takes the place of what is chosen: `cent` does not become `Nonecent`. */
function selectText({ currentTarget }: SyntheticEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select();
}

export const theme = createTheme({
  primaryColor: 'teal',
  // White on a lighter teal than the ninth is below the contrast of 4.5 that small text needs.
  primaryShade: { light: 9, dark: 9 },
  fontFamily: "'Noto Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: rem(13), sm: rem(13), md: rem(13), lg: rem(14), xl: rem(19) },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(19), lineHeight: '1.3' },
      h2: { fontSize: rem(15), lineHeight: '1.35' },
      h3: { fontSize: rem(13), lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: field,
    TextInput: field,
    Textarea: field,
    // an option that is chosen already stays chosen: what may be empty has a button to clear it
    Select: {
      defaultProps: { ...field.defaultProps, maxDropdownHeight: MENU_HEIGHT, allowDeselect: false, onFocus: selectText, onClick: selectText },
    },
    Switch: field,
    Checkbox: field,
    SegmentedControl: field,
    Tooltip: {
      defaultProps: { withArrow: true, openDelay: 300, multiline: true, maw: 340, fz: 12, events: { hover: true, focus: true, touch: true } },
    },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        transitionProps: { duration: 120 },
        attributes: { header: { role: 'presentation' } },
      },
      styles: { title: { fontWeight: 600, fontSize: 15 } },
    },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    Menu: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});

/** Own variables beside Mantine's, and the few of Mantine's whose contrast is too low for 13 px text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52585e',
    '--mantine-color-placeholder': '#69707a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#087f5b',
    // the kit's hover is a lighter shade, on which white text is too faint
    '--mantine-primary-color-filled-hover': '#066649',
    '--mantine-color-teal-filled-hover': '#066649',
    // text on a tint of its own colour
    '--mantine-color-teal-light-color': '#05543f',
    '--mantine-color-orange-light-color': '#9c3b00',
    '--mantine-color-green-light-color': '#1d6b2d',
    '--mantine-color-blue-light-color': '#1864ab',
    '--dmp-surface': '#ffffff',
    '--dmp-chrome': '#f6f8f8',
    '--dmp-border': '#dbe0e2',
    '--dmp-hover': '#f0f4f4',
    '--dmp-selected': '#dff5ec',
    '--dmp-accent': '#087f5b',
    '--dmp-done': '#1d6b2d',
    '--dmp-warning': '#b04400',
    '--dmp-running': '#1864ab',
  },
  dark: {
    '--mantine-color-body': '#1b1e20',
    '--mantine-color-dimmed': '#a9b1b6',
    '--mantine-color-placeholder': '#8e979d',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#63e6be',
    '--mantine-color-default': '#24282b',
    '--mantine-color-default-hover': '#2d3236',
    '--mantine-color-default-border': '#3d4449',
    '--mantine-primary-color-filled-hover': '#066649',
    '--mantine-color-teal-filled-hover': '#066649',
    '--dmp-surface': '#1b1e20',
    '--dmp-chrome': '#212528',
    '--dmp-border': '#363c40',
    '--dmp-hover': '#272c2f',
    '--dmp-selected': '#0f3b30',
    '--dmp-accent': '#38d9a9',
    '--dmp-done': '#69db7c',
    '--dmp-warning': '#ffa94d',
    '--dmp-running': '#74c0fc',
  },
});
