import { Tooltip } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import classes from './LiveState.module.css';

const STATES: Readonly<Record<AppState['live'], { readonly text: string; readonly tip: string; readonly tone: string }>> = {
  off: { text: 'Live off', tip: 'What others change is not shown by itself', tone: 'off' },
  connecting: { text: 'Connecting', tip: 'The live connection is being made', tone: 'running' },
  connected: { text: 'Live', tip: 'What others change appears here at once', tone: 'done' },
  disconnected: {
    text: 'Disconnected',
    tip: 'The live connection is gone; it is being tried again. What others change appears once it is back',
    tone: 'warning',
  },
};

/** The browser knows of a line that is gone before any connection over it does. */
const OFFLINE = {
  text: 'Offline',
  tip: 'This computer has no network. What you change waits here, and is sent once the network is back',
  tone: 'warning',
};

/** Whether changes of others arrive. */
export function LiveState(): ReactNode {
  const state = STATES[useView((view) => view.live)];
  const isOnline = useSyncExternalStore(
    onLineChange,
    () => navigator.onLine,
    () => true,
  );
  const { text, tip, tone } = isOnline ? state : OFFLINE;
  return (
    <Tooltip label={tip}>
      <span role="status" className={classes['live']} data-tone={tone}>
        <span className={classes['dot']} aria-hidden />
        {text}
      </span>
    </Tooltip>
  );
}

function onLineChange(tell: () => void): () => void {
  window.addEventListener('online', tell);
  window.addEventListener('offline', tell);
  return () => {
    window.removeEventListener('online', tell);
    window.removeEventListener('offline', tell);
  };
}
