import { Menu as MantineMenu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FocusAtOnce } from './Modal.tsx';

/**
 * A menu whose button has the focus again the moment it closes. Mantine gives it back a little later, which takes it away from a
 * window that the choice has opened; and that window would give it back to the entry, which is gone by then.
 */
export function Menu({ children, ...props }: Omit<MenuProps, 'opened' | 'onChange' | 'returnFocus'>): ReactNode {
  const [opened, setOpened] = useState(false);
  const onChange = (next: boolean): void => {
    if (!next) focusButtonOf(document.activeElement?.closest('[role="menu"]'));
    setOpened(next);
  };
  return (
    <MantineMenu {...props} opened={opened} onChange={onChange} returnFocus={false}>
      {children}
    </MantineMenu>
  );
}

/** The entries: they have the keys as soon as they are there. */
function Dropdown({ children, ...props }: MenuDropdownProps): ReactNode {
  return (
    <MantineMenu.Dropdown {...props}>
      <FocusAtOnce />
      {children}
    </MantineMenu.Dropdown>
  );
}

/** Of no menu where the focus is elsewhere: a click has moved it. */
function focusButtonOf(menu: Element | null | undefined): void {
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  button?.focus({ preventScroll: true });
}

Menu.Target = MantineMenu.Target;
Menu.Dropdown = Dropdown;
Menu.Item = MantineMenu.Item;
Menu.Label = MantineMenu.Label;
Menu.Divider = MantineMenu.Divider;
