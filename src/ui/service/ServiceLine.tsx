import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { JOURNEYS_PAGE } from '../../domain/locations.ts';
import { DAY_TYPES, typicalDate } from '../../domain/service/dayTypes.ts';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import { brokenSearch } from '../../projections/journeys.ts';
import { changedDays, type LineService, withSheetEdit } from '../../projections/lineService.ts';
import { useStateNow } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { usePathTo, usePlace } from '../parts/usePlace.ts';

import { type EditPreview, usePreviewed } from './editPreview.ts';
import { changedDaysText } from './serviceWords.ts';
import { useLineService, useOpenedService, useRevision } from './useLineService.ts';
import classes from './service.module.css';
import { texts } from './texts.ts';

interface Of {
  readonly scheduleId: string;
  readonly trackId: string;
}

/** What an edit of a sheet costs before it is saved; undefined where there is no edit. */
function useCost({ scheduleId, trackId }: Of, edit: SheetEdit | undefined): string | undefined {
  const { versionId = 0 } = usePlace();
  const stateNow = useStateNow();
  const service = useLineService(scheduleId);
  return useMemo(() => {
    if (!service || !edit) return undefined;
    const days = changedDays(service, withSheetEdit(stateNow().view, versionId, service, { trackId, edit }));
    return days.length === 0 ? texts.costsNothing : changedDaysText(days, service.rates);
  }, [service, edit, stateNow, versionId, trackId]);
}

/** In a question about departures: what they will cost. */
export function EditCost({ of, edit }: { of: Of; edit: SheetEdit | undefined }): ReactNode {
  const cost = useCost(of, useDeferredValue(edit));
  return cost === undefined ? null : (
    <span role="status">
      {texts.thisChange}: {cost}
    </span>
  );
}

/**
 * Below the sheet: what the typed edit will cost, else what the edits since the page was opened did, and the way to the connections that
 * they break.
 */
export function ServiceLine({ of, preview }: { of: Of; preview: EditPreview }): ReactNode {
  const typed = useDeferredValue(usePreviewed(preview));
  const cost = useCost(of, typed);
  const service = useLineService(of.scheduleId);
  const opened = useOpenedService(of.scheduleId);
  const rev = useRevision();
  const isEdited = service !== undefined && opened !== undefined && service !== opened.service;
  const since = useMemo(() => {
    if (!isEdited) return undefined;
    const days = changedDays(opened.service, service);
    return days.length > 0 ? changedDaysText(days, service.rates) : texts.costsNothing;
  }, [isEdited, service, opened]);
  const [label, text] = cost === undefined ? [texts.sinceOpened, since] : [texts.thisChange, cost];
  return text === undefined ? null : (
    <div className={classes['line']}>
      <span role="status" title={`${label}: ${text}`}>
        {label}: {text}
      </span>
      {isEdited && rev > opened.rev && <BrokenLink service={service} since={opened.rev} />}
    </div>
  );
}

/** To the connections that edits after a revision break, on the day of the schedule with the most trips. */
function BrokenLink({ service: { calendar, groups }, since }: { service: LineService; since: number }): ReactNode {
  const pathTo = usePathTo();
  const date = DAY_TYPES.map((day) => typicalDate(calendar, groups, day)).find((day) => day !== undefined);
  return (
    <Link to={pathTo({ page: JOURNEYS_PAGE }) + brokenSearch(date, since)} className={classes['broken']} title={texts.brokenHint}>
      {texts.broken}
    </Link>
  );
}
