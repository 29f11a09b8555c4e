/** The steps of previews that leave every trip on its dates; `machines/tidyCalendarsMachine.ts` follows them and issues the edit. */
import { z } from 'zod';
import { shareExceptions as share, simplifyCalendars as simplify } from '../../domain/edits/sameTrips.ts';
import { CALENDAR_PAGE } from '../../domain/locations.ts';
import { VersionId } from '../../domain/versions.ts';
import { refusedEdit, whyNoEdit } from '../../projections/rights.ts';
import { presentVersion } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';
import { openPageFirst } from '../shell/openPlace.ts';

/** Shows which calendars need fewer exceptions. */
export const askSimplifyCalendars = defineStep('tidyCalendars.simplify', 'Open the preview of simpler calendars', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  action: {
    title: 'Simplify calendars',
    icon: 'calendar',
    group: 'Lists',
    words: 'simplify fewest exceptions clean up tidy calendar',
    payload: (view) => {
      const version = presentVersion(view);
      return version ? (whyNoEdit(view) ?? { versionId: version.Id }) : { why: 'Open a version first' };
    },
  },
  decide: (view) => refusedEdit(view),
  next: ({ versionId }, _reply, view) => openPageFirst(view, versionId, CALENDAR_PAGE),
});

/** Shows which dates many schedules have in common. */
export const askShareExceptions = defineStep('tidyCalendars.share', 'Open the preview of a calendar of shared dates', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  decide: (view) => refusedEdit(view),
});

/** Gives the schedules of the preview their calendars. */
export const applySimplified = defineStep('tidyCalendars.applySimplified', 'Apply simpler calendars', {
  payload: simplify.payload,
  samples: simplify.samples,
});

/** Makes the calendar of the preview, and has its schedules follow it. */
export const applyShared = defineStep('tidyCalendars.applyShared', 'Make the calendar of shared dates', {
  payload: share.payload,
  samples: share.samples,
});

/** Closes the preview; nothing changes. */
export const closeTidyCalendars = defineStep('tidyCalendars.close', 'Close the preview of calendars');
