import { Popover as MantinePopover, type PopoverDropdownProps, type PopoverProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FocusAtOnce, FocusBack } from './Modal.tsx';

/** A window at its button: it has the focus as soon as it is there, keeps Tab within, and the focus goes back when it closes. */
export function Popover({ opened, onChange, children, ...props }: Omit<PopoverProps, 'trapFocus' | 'returnFocus' | 'defaultOpened'>): ReactNode {
  const [own, setOwn] = useState(false);
  return (
    <>
      {/* before the window, which takes the focus as it appears */}
      <FocusBack opened={opened ?? own} />
      <MantinePopover trapFocus {...props} {...(opened === undefined ? {} : { opened })} onChange={onChange ?? setOwn}>
        {children}
      </MantinePopover>
    </>
  );
}

function Dropdown({ children, ...props }: PopoverDropdownProps): ReactNode {
  return (
    <MantinePopover.Dropdown {...props}>
      <FocusAtOnce />
      {children}
    </MantinePopover.Dropdown>
  );
}

Popover.Target = MantinePopover.Target;
Popover.Dropdown = Dropdown;
