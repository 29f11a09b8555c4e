import { useState } from 'react';
import { type LineService, lineService } from '../../projections/lineService.ts';
import { latestRevision, NOT_SYNCED } from '../../projections/syncPosition.ts';
import { useKernelState, useView } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';

/** The service of a schedule with every edit that is on the screen, saved or not. */
export function useLineService(scheduleId: string): LineService | undefined {
  const { versionId = 0 } = usePlace();
  return useView((view) => lineService(view, versionId, scheduleId));
}

interface Opened {
  readonly service: LineService;
  /** Revision of the version. */
  readonly rev: number;
}

/** The service of the schedule as it was confirmed by the server when this page was opened, and the revision that the version had then. */
export function useOpenedService(scheduleId: string): Opened | undefined {
  const { versionId = 0 } = usePlace();
  const confirmed = useKernelState((state) => lineService(state.base, versionId, scheduleId));
  const rev = useRevision();
  const of = `${versionId}/${scheduleId}`;
  const [opened, setOpened] = useState<Opened & { readonly of: string }>();
  if (confirmed && opened?.of !== of) setOpened({ of, service: confirmed, rev });
  return opened?.of === of ? opened : confirmed && { service: confirmed, rev };
}

/** The latest revision of the version on the page. */
export function useRevision(): number {
  const { versionId = 0 } = usePlace();
  return useView((view) => latestRevision(view.versions[versionId]?.heard ?? NOT_SYNCED));
}
