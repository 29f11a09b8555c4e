/** What the events of the schedule form and of the track stops are in acts of the user and answers of the server. */
import { cancelPainting, pressDate, reachDate, releaseDates } from '../../src/commands/calendars/paintCalendarSteps.ts';
import {
  askCloneSchedule,
  askCreateSchedule,
  askDeleteSchedules,
  cancelScheduleForm,
  confirmScheduleForm,
  submitScheduleForm,
} from '../../src/commands/schedules/scheduleFormSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import {
  askRemoveTrackStop,
  cancelTrackStops,
  chooseTrackStopMode,
  confirmRemoveTrackStop,
  placeTrackStops,
} from '../../src/commands/tracks/trackStopSteps.ts';
import type { ScheduleFormEvent } from '../../src/machines/scheduleFormMachine.ts';
import type { PaintCalendarEvent } from '../../src/machines/paintCalendarMachine.ts';
import type { EditSheetEvent } from '../../src/machines/editSheetMachine.ts';
import type { TrackStopsEvent } from '../../src/machines/trackStopsMachine.ts';
import { beginCell, cancelCell, enterCell, refuseSheetAct } from '../../src/commands/timetables/editSheetSteps.ts';
import type { FakeScreen } from './fakeParts.ts';

/** The calls that the schedule form ends in. */
export const SCHEDULE_CALLS = ['schedule.create', 'schedule.clone', 'schedule.delete'] as const;

export function fillScheduleForm(screen: FakeScreen, event: ScheduleFormEvent): void {
  const { kernel } = screen;
  const calls = SCHEDULE_CALLS;
  switch (event.type) {
    case 'FORM':
    case 'ASK': {
      const { databaseId, versionId, scheduleIds } = event;
      kernel.dispatch(openPlace({ path: `/data/db/${databaseId}/v/${versionId}/schedules`, search: '' }));
      if (event.type === 'ASK') kernel.dispatch(askDeleteSchedules({ versionId, scheduleIds: [...scheduleIds] }));
      else
        kernel.dispatch(scheduleIds.length === 0 ? askCreateSchedule({ versionId }) : askCloneSchedule({ versionId, scheduleIds: [...scheduleIds] }));
      return;
    }
    case 'SUBMIT':
      kernel.dispatch(submitScheduleForm({ id: event.id, name: event.name, fromDate: event.fromDate, toDate: event.toDate }));
      return;
    case 'CONFIRM':
      kernel.dispatch(confirmScheduleForm({}));
      return;
    case 'CANCEL':
      kernel.dispatch(cancelScheduleForm({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/2/schedules', search: '' }));
      // what was under way fails, or the same id could not be given again
      for (const call of calls) screen.fail(call, { status: 500, messages: ['No'], url: '/', method: 'POST' });
      return;
    case 'DONE':
      for (const call of calls) screen.answer(call, edited);
      return;
    case 'FAILED':
      for (const call of calls) screen.fail(call, { status: 400, messages: event.messages, url: '/', method: 'POST' });
  }
}

export function editTrackStops(screen: FakeScreen, event: TrackStopsEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'MODE': {
      const { type: _type, ...mode } = event;
      const place = `/data/db/demo/v/${mode.versionId}/schedules/${mode.scheduleId}/${mode.trackId}/map`;
      if (kernel.workflow('trackStops').getSnapshot().value === 'reading') kernel.dispatch(openPlace({ path: place, search: '' }));
      kernel.dispatch(chooseTrackStopMode(mode));
      return;
    }
    case 'PLACE':
      kernel.dispatch(placeTrackStops({ at: event.at, fill: event.fill }));
      return;
    case 'ASK':
      kernel.dispatch(askRemoveTrackStop({ stopId: event.stopId, position: event.position }));
      return;
    case 'CONFIRM':
      kernel.dispatch(confirmRemoveTrackStop({}));
      return;
    case 'CANCEL':
      kernel.dispatch(cancelTrackStops({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }));
      return;
    case 'DONE':
      screen.answer('track.deleteStop', edited);
      return;
    case 'FAILED':
      screen.fail('track.deleteStop', { status: 409, messages: event.messages, url: '/', method: 'POST' });
  }
}

export function paintDates({ kernel }: FakeScreen, event: PaintCalendarEvent): void {
  switch (event.type) {
    case 'PRESS': {
      const { type: _type, ...stroke } = event;
      if (kernel.workflow('paintCalendar').getSnapshot().value === 'idle')
        kernel.dispatch(openPlace({ path: `/data/db/demo/v/${stroke.versionId}/schedules/${stroke.scheduleId}`, search: '' }));
      kernel.dispatch(pressDate(stroke));
      return;
    }
    case 'REACH':
      kernel.dispatch(reachDate({ date: event.date }));
      return;
    case 'RELEASE':
      kernel.dispatch(releaseDates({}));
      return;
    case 'CANCEL':
      kernel.dispatch(cancelPainting({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }));
  }
}

export function typeIntoSheet({ kernel }: FakeScreen, event: EditSheetEvent): void {
  const sheet = (trackId: string): void =>
    void kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/schedules/L1/${trackId}/timetables`, search: '' }));
  switch (event.type) {
    case 'BEGIN': {
      const { type: _type, ...cell } = event;
      if (kernel.workflow('editSheet').getSnapshot().value === 'idle') sheet(cell.trackId);
      kernel.dispatch(beginCell(cell));
      return;
    }
    case 'ENTER':
      kernel.dispatch(enterCell({ now: event.now, write: event.write, message: event.message }));
      return;
    case 'CANCEL':
      kernel.dispatch(cancelCell({}));
      return;
    case 'REFUSE': {
      const { type: _type, messages, ...track } = event;
      if (kernel.workflow('editSheet').getSnapshot().value === 'idle') sheet(track.trackId);
      kernel.dispatch(refuseSheetAct({ ...track, messages: [...messages] }));
      return;
    }
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }));
  }
}

let rev = 0;

/** No document comes to be: a path may make the same schedule again and again. */
function edited(): unknown {
  return { Rev: ++rev, NoChange: true };
}
