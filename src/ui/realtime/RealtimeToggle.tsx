import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { hideRealtime, showRealtime } from '../../commands/realtime/showRealtime.ts';
import { defaultRange } from '../../domain/realtime.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { presentPlace } from '../../projections/versions.ts';
import { useView } from '../parts/appState.ts';

/** Vehicles on the map, on and off; the last 2 days through today at first. Only where a version is open. */
export function RealtimeToggle(): ReactNode {
  const dispatch = useDispatch();
  const on = useView((view) => view.realtime.range !== null);
  const available = useView((view) => presentPlace(view).versionId !== undefined);
  if (!available) return null;
  return (
    <Checkbox
      label="Realtime"
      checked={on}
      onChange={(event) => dispatch(event.currentTarget.checked ? showRealtime(defaultRange(today())) : hideRealtime({}))}
    />
  );
}

/** The date in UTC, as positions are asked for. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}
