import { Tooltip } from '@mantine/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { AppState } from '../../projections/state.ts';
import { useView } from '../parts/appState.ts';
import classes from './LiveState.module.css';
import { texts } from './texts.ts';

const STATES: Readonly<Record<AppState['live'], { readonly text: string; readonly tip: string; readonly tone: string }>> = {
  off: {
    get text() {
      return texts.liveOff;
    },
    get tip() {
      return texts.disconnectedHint;
    },
    tone: 'off',
  },
  connecting: {
    get text() {
      return texts.connecting;
    },
    get tip() {
      return texts.connectingHint;
    },
    tone: 'running',
  },
  connected: {
    get text() {
      return texts.live;
    },
    get tip() {
      return texts.connectedHint;
    },
    tone: 'done',
  },
  disconnected: {
    get text() {
      return texts.disconnected;
    },
    tip: 'The live connection is gone; it is being tried again. What others change appears once it is back',
    tone: 'warning',
  },
};

/** The browser knows of a line that is gone before any connection over it does. */
const OFFLINE = {
  get text() {
    return texts.offline;
  },
  get tip() {
    return texts.offlineHint;
  },
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
