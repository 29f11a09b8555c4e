import { useState } from 'react';
import { type LineService, lineService } from '../../projections/lineService.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';

/** The service of a schedule with every edit that is on the screen, saved or not. */
export function useLineService(scheduleId: string): LineService | undefined {
  const { versionId = 0 } = usePlace();
  return useView((view) => lineService(view, versionId, scheduleId));
}

/** The service of the schedule as it was confirmed by the server when this page was opened. */
export function useOpenedService(scheduleId: string): LineService | undefined {
  const { versionId = 0 } = usePlace();
  const confirmed = useKernelState((state) => lineService(state.base, versionId, scheduleId));
  const of = `${versionId}/${scheduleId}`;
  const [opened, setOpened] = useState<{ readonly of: string; readonly service: LineService }>();
  if (confirmed && opened?.of !== of) setOpened({ of, service: confirmed });
  return opened?.of === of ? opened.service : confirmed;
}
