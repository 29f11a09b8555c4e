import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { dismissNotice } from '../../commands/shell/dismissNotice.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { Notice } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import { TakenUpEdits } from './TakenUpEdits.tsx';
import classes from './Toasts.module.css';
import { texts } from './texts.ts';

/** A toast goes by itself after so many milliseconds, unless the pointer or the focus is on it. */
const SHOWN_FOR = 2000;

/** Short messages over the screen. */
export function Toasts(): ReactNode {
  const notices = useView((view) => view.notices);
  return (
    <div className={classes['toasts']} role="status" aria-live="polite">
      <TakenUpEdits />
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

const LOOKS = {
  done: { color: 'green', icon: <IconCheck size={16} aria-hidden /> },
  info: { color: 'blue', icon: <IconInfoCircle size={16} aria-hidden /> },
  failed: { color: 'red', icon: <IconAlertTriangle size={16} aria-hidden /> },
};

function Toast({ notice: { id, kind, text } }: { notice: Notice }): ReactNode {
  const dispatch = useDispatch();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dispatch(dismissNotice({ id })), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [dispatch, held, id]);
  return (
    <Notification
      {...LOOKS[kind]}
      className={classes['toast'] ?? ''}
      withBorder
      closeButtonProps={{ 'aria-label': texts.closeTheMessage }}
      onClose={() => dispatch(dismissNotice({ id }))}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {text}
    </Notification>
  );
}
