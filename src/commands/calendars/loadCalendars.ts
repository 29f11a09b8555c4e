import { castDraft } from 'immer';
import { readCalendars } from '../../contract/networkCalendars.ts';
import { holdDocuments } from '../../projections/documents.ts';
import { IDLE } from '../../projections/state.ts';
import { serviceDayLoads } from '../blocks/serviceDayLoads.ts';
import { defineVersionLoad } from '../defineLoad.ts';

/** Loads the calendars of a version, its schedules without their tracks, and what runs on which weekdays. */
export const loadCalendars = defineVersionLoad('calendar.load', 'Load the calendars', readCalendars, {
  slot: (state, { versionId }) => {
    const version = state.versions[versionId];
    return version && (version.calendars ??= castDraft({ ...IDLE, messages: [] }));
  },
  value: ({ Trips }) => Trips,
  next: ({ versionId }, _reply, view) => serviceDayLoads(view, versionId),
  answered: (base, { versionId }, { Calendars, DayTypes, Schedules, Revs }) => {
    holdDocuments(
      base,
      versionId,
      'NetworkCalendar',
      Calendars.map((doc) => ({ doc, rev: Revs.Calendars[doc.Id] ?? 0 })),
    );
    holdDocuments(
      base,
      versionId,
      'DayType',
      DayTypes.map((doc) => ({ doc, rev: Revs.DayTypes[doc.Id] ?? 0 })),
    );
    holdDocuments(
      base,
      versionId,
      'Schedule',
      Schedules.map((doc) => ({ doc, rev: Revs.Schedules[doc.Id] ?? 0 })),
    );
  },
});
