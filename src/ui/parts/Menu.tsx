import { Menu as MantineMenu, type MenuDropdownProps, type MenuProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { FocusAtOnce } from './Modal.tsx';

/**
 * A menu whose button has the focus again the moment it closes. Mantine gives it back a little later, which takes it away from a
 * window that the choice has opened; and that window would give it back to the entry, which is gone by then. Nor does Mantine's
 * focus trap work here: it takes the focus in a timer, which a busy machine runs when the menu is closed already.
 */
export function Menu({ children, ...props }: Omit<MenuProps, 'opened' | 'onChange' | 'returnFocus' | 'trapFocus'>): ReactNode {
  const [opened, setOpened] = useState(false);
  const onChange = (next: boolean): void => {
    if (!next) focusButtonOf(document.activeElement?.closest('[role="menu"]'));
    setOpened(next);
  };
  return (
    <MantineMenu {...props} opened={opened} onChange={onChange} returnFocus={false} trapFocus={false}>
      {children}
    </MantineMenu>
  );
}

/** A menu at a point of the screen, of what stands there: its opener takes the focus back when it closes. */
export function MenuAt({ x, y, onClose, children }: { x: number; y: number; onClose: () => void; children: ReactNode }): ReactNode {
  return (
    <MantineMenu
      opened
      onClose={onClose}
      position="right-start"
      offset={2}
      middlewares={{ flip: true, shift: { padding: 8 } }}
      returnFocus={false}
      trapFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <MantineMenu.Target>
        <span style={{ position: 'fixed', left: x, top: y }} />
      </MantineMenu.Target>
      <Dropdown>{children}</Dropdown>
    </MantineMenu>
  );
}

/** The entries: they have the keys as soon as they are there. */
function Dropdown({ children, ...props }: Omit<MenuDropdownProps, 'onKeyDown'>): ReactNode {
  return (
    <MantineMenu.Dropdown {...props} onKeyDown={stayWithin}>
      <FocusAtOnce />
      {children}
    </MantineMenu.Dropdown>
  );
}

/** Tab leads out of no open menu; the arrows lead through it. */
function stayWithin(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.preventDefault();
}

/** Of no menu where the focus is elsewhere: a click has moved it. */
function focusButtonOf(menu: Element | null | undefined): void {
  const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  button?.focus({ preventScroll: true });
}

Menu.Target = MantineMenu.Target;
Menu.Dropdown = Dropdown;
Menu.Item = MantineMenu.Item;
Menu.CheckboxItem = MantineMenu.CheckboxItem;
Menu.Label = MantineMenu.Label;
Menu.Divider = MantineMenu.Divider;
