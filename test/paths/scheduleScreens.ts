/** What the events of the schedule form and of the track stops are in acts of the user and answers of the server. */
import {
  addToNetworkCalendar,
  cancelNetworkCalendar,
  pressNetworkDate,
  reachNetworkDate,
  releaseNetworkDates,
  saveNetworkCalendar,
  takeBackNetworkChange,
} from '../../src/commands/calendars/networkCalendarSteps.ts';
import {
  applyShared,
  applySimplified,
  askShareExceptions,
  askSimplifyCalendars,
  closeTidyCalendars,
} from '../../src/commands/calendars/tidyCalendarsSteps.ts';
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
import type { NetworkCalendarEvent } from '../../src/machines/networkCalendarMachine.ts';
import type { TidyCalendarsEvent } from '../../src/machines/tidyCalendarsMachine.ts';
import type { PaintCalendarEvent } from '../../src/machines/paintCalendarMachine.ts';
import type { EditSheetEvent } from '../../src/machines/editSheetMachine.ts';
import type { TrackStopsEvent } from '../../src/machines/trackStopsMachine.ts';
import { beginCell, cancelCell, enterCell, refuseSheetAct } from '../../src/commands/timetables/editSheetSteps.ts';
import { acting } from './fakeParts.ts';

/** The calls that the schedule form ends in. */
export const SCHEDULE_CALLS = ['schedule.create', 'schedule.clone', 'schedule.delete'] as const;

export const fillScheduleForm = acting<ScheduleFormEvent>((screen) => {
  const { kernel } = screen;
  const list = (databaseId: string, versionId: number): void =>
    void kernel.dispatch(openPlace({ path: `/data/db/${databaseId}/v/${versionId}/schedules`, search: '' }));
  return {
    FORM: ({ databaseId, versionId, scheduleIds }) => {
      list(databaseId, versionId);
      return scheduleIds.length === 0 ? askCreateSchedule({ versionId }) : askCloneSchedule({ versionId, scheduleIds: [...scheduleIds] });
    },
    ASK: ({ databaseId, versionId, scheduleIds }) => {
      list(databaseId, versionId);
      return askDeleteSchedules({ versionId, scheduleIds: [...scheduleIds] });
    },
    SUBMIT: ({ id, name, fromDate, toDate }) => submitScheduleForm({ id, name, fromDate, toDate }),
    CONFIRM: () => confirmScheduleForm({}),
    CANCEL: () => cancelScheduleForm({}),
    LEAVE: () => {
      list('demo', 2);
      // what was under way fails, or the same id could not be given again
      for (const call of SCHEDULE_CALLS) screen.fail(call, { status: 500, messages: ['No'], url: '/', method: 'POST' });
    },
    DONE: () => {
      for (const call of SCHEDULE_CALLS) screen.answer(call, edited);
    },
    FAILED: ({ messages }) => {
      for (const call of SCHEDULE_CALLS) screen.fail(call, { status: 400, messages, url: '/', method: 'POST' });
    },
  };
});

export const editTrackStops = acting<TrackStopsEvent>((screen) => {
  const { kernel } = screen;
  return {
    MODE: (event) => {
      const { type: _type, ...mode } = event;
      const place = `/data/db/demo/v/${mode.versionId}/schedules/${mode.scheduleId}/${mode.trackId}/map`;
      if (kernel.workflow('trackStops').getSnapshot().value === 'reading') kernel.dispatch(openPlace({ path: place, search: '' }));
      kernel.dispatch(chooseTrackStopMode(mode));
    },
    PLACE: ({ at, fill }) => placeTrackStops({ at, fill }),
    ASK: ({ position, stopId }) => askRemoveTrackStop({ stopId, position }),
    CONFIRM: () => confirmRemoveTrackStop({}),
    CANCEL: () => cancelTrackStops({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }),
    DONE: () => screen.answer('track.deleteStop', edited),
    FAILED: ({ messages }) => screen.fail('track.deleteStop', { status: 409, messages, url: '/', method: 'POST' }),
  };
});

export const paintDates = acting<PaintCalendarEvent>(({ kernel }) => ({
  PRESS: (event) => {
    const { type: _type, ...stroke } = event;
    if (kernel.workflow('paintCalendar').getSnapshot().value === 'idle')
      kernel.dispatch(openPlace({ path: `/data/db/demo/v/${stroke.versionId}/schedules/${stroke.scheduleId}`, search: '' }));
    kernel.dispatch(pressDate(stroke));
  },
  REACH: ({ date }) => reachDate({ date }),
  RELEASE: () => releaseDates({}),
  CANCEL: () => cancelPainting({}),
  LEAVE: () => openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }),
}));

export const changeNetworkCalendar = acting<NetworkCalendarEvent>((screen) => {
  const { kernel } = screen;
  const page = (versionId: number): void => {
    if (kernel.workflow('networkCalendar').getSnapshot().value === 'idle')
      kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/calendar`, search: '' }));
  };
  return {
    PRESS: (event) => {
      const { type: _type, ...stroke } = event;
      page(stroke.versionId);
      kernel.dispatch(pressNetworkDate(stroke));
    },
    REACH: ({ date }) => reachNetworkDate({ date }),
    RELEASE: () => releaseNetworkDates({}),
    ADD: ({ versionId, calendarId, change }) => {
      page(versionId);
      kernel.dispatch(addToNetworkCalendar({ versionId, calendarId, change }));
    },
    BACK: () => takeBackNetworkChange({}),
    SAVE: ({ name, scheduleIds }) => saveNetworkCalendar({ name, scheduleIds: [...scheduleIds] }),
    CANCEL: () => cancelNetworkCalendar({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/3/schedules', search: '' }),
    DONE: () => {
      for (const call of NETWORK_CALENDAR_CALLS) screen.answer(call, edited);
    },
    FAILED: ({ messages }) => {
      for (const call of NETWORK_CALENDAR_CALLS) screen.fail(call, { status: 409, messages, url: '/', method: 'POST' });
    },
  };
});

export const NETWORK_CALENDAR_CALLS: readonly string[] = ['networkCalendar.create', 'networkCalendar.change'];

export const tidyTheCalendars = acting<TidyCalendarsEvent>((screen) => {
  const { kernel } = screen;
  const page = (versionId: number): void => void kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/calendar`, search: '' }));
  return {
    SIMPLIFY: ({ versionId }) => {
      if (kernel.workflow('tidyCalendars').getSnapshot().value === 'closed') page(versionId);
      kernel.dispatch(askSimplifyCalendars({ versionId }));
    },
    SHARE: ({ versionId }) => {
      if (kernel.workflow('tidyCalendars').getSnapshot().value === 'closed') page(versionId);
      kernel.dispatch(askShareExceptions({ versionId }));
    },
    APPLY: (event) => ('shared' in event ? applyShared(event.shared) : applySimplified(event.simplified)),
    CLOSE: () => closeTidyCalendars({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/3/schedules', search: '' }),
    DONE: () => {
      for (const call of TIDY_CALENDARS_CALLS) screen.answer(call, edited);
    },
    FAILED: ({ messages }) => {
      for (const call of TIDY_CALENDARS_CALLS) screen.fail(call, { status: 409, messages, url: '/', method: 'POST' });
    },
  };
});

export const TIDY_CALENDARS_CALLS: readonly string[] = ['calendar.simplify', 'networkCalendar.share'];

export const typeIntoSheet = acting<EditSheetEvent>(({ kernel }) => {
  const sheet = (trackId: string): void =>
    void kernel.dispatch(openPlace({ path: `/data/db/demo/v/1/schedules/L1/${trackId}/timetables`, search: '' }));
  return {
    BEGIN: (event) => {
      const { type: _type, ...cell } = event;
      if (kernel.workflow('editSheet').getSnapshot().value === 'idle') sheet(cell.trackId);
      kernel.dispatch(beginCell(cell));
    },
    ENTER: ({ message, now, write }) => enterCell({ now, write, message }),
    CANCEL: () => cancelCell({}),
    REFUSE: (event) => {
      const { type: _type, messages, ...track } = event;
      if (kernel.workflow('editSheet').getSnapshot().value === 'idle') sheet(track.trackId);
      kernel.dispatch(refuseSheetAct({ ...track, messages: [...messages] }));
    },
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }),
  };
});

let rev = 0;

/** No document comes to be: a path may make the same schedule again and again. */
export function edited(): unknown {
  return { Rev: ++rev, NoChange: true };
}
