import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { said } from '../language/language.ts';
import { keyLabel, onMac } from './keys.ts';
import { StillWaiting } from './StillWaiting.tsx';

/** What a menu gives the button that opens it: where it hangs, and what it says of it. */
type OfMenu = Pick<ComponentProps<'button'>, 'ref' | 'id' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls'>;

interface WhyButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'fullWidth' | 'loading' | 'className'>, OfMenu {
  readonly label: string;
  readonly icon?: Icon;
  /** Only the icon is seen; the label is read out and is in the tooltip. */
  readonly iconOnly?: boolean;
  /** Small, for the rows of a list. */
  readonly compact?: boolean;
  /** Why it cannot be used now; it stays focusable and says so. */
  readonly why?: string | undefined;
  /** The key that does the same, as in keys.ts. */
  readonly shortcut?: string | undefined;
  /** More words for the tooltip. */
  readonly hint?: string | undefined;
  /** It has the focus as its window opens. */
  readonly autofocus?: boolean;
  /** Pressed: an active tool. */
  readonly active?: boolean | undefined;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** A button that, when it cannot be used, can still be reached and says why. */
export function WhyButton({
  label,
  icon: Icon,
  iconOnly = false,
  compact = false,
  why,
  shortcut,
  hint,
  active,
  autofocus = false,
  onClick,
  variant = 'default',
  ref,
  id,
  'aria-haspopup': haspopup,
  'aria-expanded': expanded,
  'aria-controls': controls,
  ...rest
}: WhyButtonProps): ReactNode {
  const key = shortcut === undefined ? undefined : keyLabel(shortcut, onMac());
  const tip =
    (why === undefined ? undefined : said(why)) ??
    [hint ?? (iconOnly || key !== undefined ? label : undefined), key === undefined ? undefined : `(${key})`].filter(Boolean).join(' ');
  const ofMenu = { ref, id, 'aria-haspopup': haspopup, 'aria-expanded': expanded, 'aria-controls': controls };
  const shared = {
    ...(haspopup === undefined ? {} : ofMenu),
    onClick: (event: MouseEvent<HTMLButtonElement>) => (why === undefined ? onClick(event) : event.preventDefault()),
    ...(why === undefined ? {} : { 'data-disabled': true, 'aria-disabled': true }),
    ...(active === undefined ? {} : { 'aria-pressed': active }),
    ...(autofocus ? { 'data-autofocus': true } : {}),
    ...(shortcut === undefined ? {} : { 'aria-keyshortcuts': ariaShortcut(shortcut) }),
  };
  const look = active === true ? 'light' : variant;
  const button =
    iconOnly && Icon ? (
      <ActionIcon
        {...shared}
        aria-label={label}
        variant={active === true ? 'light' : 'subtle'}
        color={rest.color ?? (active === true ? 'teal' : 'gray')}
        loading={rest.loading ?? false}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    ) : (
      <Button
        {...shared}
        {...rest}
        variant={look}
        size={compact ? 'compact-xs' : 'xs'}
        leftSection={Icon ? <Icon size={compact ? 13 : 15} aria-hidden /> : undefined}
        styles={{ root: { '--button-padding-x': compact ? '7px' : '10px' }, section: { marginInlineEnd: 5 } }}
      >
        {label}
      </Button>
    );
  return (
    <>
      <StillWaiting on={rest.loading} />
      <Tooltip label={tip} disabled={tip === ''}>
        {button}
      </Tooltip>
    </>
  );
}

/** 'Ctrl+Shift+KeyZ' as the accessibility attribute writes it: 'Control+Shift+Z'. */
function ariaShortcut(key: string): string {
  return key
    .replace('Ctrl', 'Control')
    .replace(/(Key|Digit)(.)$/, '$2')
    .replace('BracketLeft', '[')
    .replace('BracketRight', ']')
    .replace('Slash', '/');
}
