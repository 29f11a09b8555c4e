import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { toggleRealtime } from '../../commands/realtime/showRealtime.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { actionOf, sameAction } from '../parts/actions.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { texts } from './texts.ts';

/** Vehicles on the map, on and off; the last 2 days through today at first. Only where a version is open. */
export function RealtimeToggle(): ReactNode {
  const dispatch = useDispatch();
  const on = useView((view) => view.realtime.range !== null);
  const run = useKernelState((state) => actionOf(toggleRealtime, state), sameAction)?.run;
  if (!run || !('dispatch' in run)) return null;
  return <Checkbox label={texts.realtime} checked={on} onChange={() => dispatch(run.dispatch)} />;
}
