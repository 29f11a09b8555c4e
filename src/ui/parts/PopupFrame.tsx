import { ActionIcon, Paper, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './PopupFrame.module.css';
import { texts } from './texts.ts';

interface PopupFrameProps {
  readonly title: ReactNode;
  /** A line under the title. */
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  /** Buttons at the foot. */
  readonly actions?: ReactNode;
  /** Without it there is no close button and Escape does nothing. */
  readonly onClose?: () => void;
  readonly width?: number;
  readonly maxHeight?: number;
}

/** The frame of a popup on the map: title, body that scrolls, actions at the foot. */
export function PopupFrame({ title, subtitle, children, actions, onClose, width = 340, maxHeight = 420 }: PopupFrameProps): ReactNode {
  const titleId = useId();
  return (
    <Paper
      shadow="md"
      withBorder
      role="dialog"
      aria-labelledby={titleId}
      className={classes['frame']}
      style={{ width, maxHeight }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onClose || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes['head']}>
        <div className={classes['titles']}>
          <Text id={titleId} fw={600} truncate="end">
            {title}
          </Text>
          {subtitle !== undefined && (
            <Text c="dimmed" fz={12} truncate="end">
              {subtitle}
            </Text>
          )}
        </div>
        {onClose && (
          <ActionIcon aria-label={texts.close} onClick={onClose}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <div className={classes['body']}>{children}</div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </Paper>
  );
}
