import { type ReactNode, useDeferredValue, useMemo } from 'react';
import type { SheetEdit } from '../../domain/timetableSheet/sheetEdit.ts';
import { changedDays, withSheetEdit } from '../../projections/lineService.ts';
import { useStateNow } from '../parts/appState.ts';
import { usePlace } from '../parts/usePlace.ts';
import { type EditPreview, usePreviewed } from './editPreview.ts';
import { changedDaysText } from './serviceWords.ts';
import { useLineService, useOpenedService } from './useLineService.ts';
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

/** Below the sheet: what the typed edit will cost, else what the edits since the page was opened did. */
export function ServiceLine({ of, preview }: { of: Of; preview: EditPreview }): ReactNode {
  const typed = useDeferredValue(usePreviewed(preview));
  const cost = useCost(of, typed);
  const service = useLineService(of.scheduleId);
  const opened = useOpenedService(of.scheduleId);
  const since = useMemo(() => {
    const days = service && opened && service !== opened ? changedDays(opened, service) : [];
    return service && days.length > 0 ? changedDaysText(days, service.rates) : undefined;
  }, [service, opened]);
  const [label, text] = cost === undefined ? [texts.sinceOpened, since] : [texts.thisChange, cost];
  return text === undefined ? null : (
    <div className={classes['line']} role="status" title={`${label}: ${text}`}>
      {label}: {text}
    </div>
  );
}
