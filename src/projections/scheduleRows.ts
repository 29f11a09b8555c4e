/** The list of schedules follows their documents. */
import { scheduleRowOf } from '../domain/scheduleDetails.ts';
import { compareSchedules } from '../domain/schedules.ts';
import type { RowKeeper } from './documentRows.ts';

/** The row of a schedule in the list follows its document. */
export const scheduleRows: RowKeeper<'Schedule'> = {
  fold(version, id, schedule) {
    const rows = version.schedules.value;
    if (!rows) return;
    const at = rows.findIndex((row) => row.Id === id);
    if (schedule === null) {
      if (at >= 0) rows.splice(at, 1);
      return;
    }
    const row = scheduleRowOf(schedule, rows[at]?.TrackCount ?? 0);
    if (at >= 0 && rows[at]?.Name === row.Name) rows[at] = row;
    else {
      if (at >= 0) rows.splice(at, 1);
      const next = rows.findIndex((other) => compareSchedules(other, row) > 0);
      rows.splice(next < 0 ? rows.length : next, 0, row);
    }
  },
  partial(version, id) {
    const row = version.schedules.value?.find((one) => one.Id === id);
    if (!row) return undefined;
    const { FromDate, ToDate, TrackCount: _count, ...schedule } = row;
    return { ...schedule, Calendar: { fromDate: FromDate, toDate: ToDate, Exceptions: [] } };
  },
};
