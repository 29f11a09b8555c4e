import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** Whether changes of others arrive. */
export function LiveState(): ReactNode {
  const { text, tip, tone } = STATES[useView((view) => view.live)];
  return (
    <Tooltip label={tip}>
      <span role="status" className={classes['live']} data-tone={tone}>
        <span className={classes['dot']} aria-hidden />
        {text}
      </span>
    </Tooltip>
  );
}
