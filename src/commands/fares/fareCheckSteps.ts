/** The steps of the fare check: a journey is put together, then every fare is asked; `machines/fareCheckMachine.ts` follows them. */
import { z } from 'zod';
import { FareCheckDraft } from '../../domain/fareCheckDraft.ts';
import { isFarePage } from '../../domain/model/records.ts';
import { VersionId } from '../../domain/versions.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** The stop that is picked on the map: one of the journey by its place, that of the ride before (-1), or the boarding stop of a change (20 and more). */
const StopPlace = z.int().min(-1).max(29);

/** Opens the fare check with the last journey. */
export const openFareCheck = defineStep('fareCheck.open', 'Open the fare check', {
  payload: z.object({ versionId: VersionId }),
  samples: [{ versionId: 1 }],
  action: {
    title: 'Check fares',
    icon: 'route',
    key: 'Alt+Shift+KeyF',
    group: 'Fares',
    payload: (view) => {
      const { versionId, page } = presentPlace(view);
      return versionId === undefined || !isFarePage(page) ? { why: 'Open the fares of a version first' } : { versionId };
    },
  },
});

/** Changes the journey; what is not named stays. */
export const changeJourney = defineStep('fareCheck.change', 'Change the journey', {
  payload: z.object({ draft: FareCheckDraft.partial() }),
  samples: [{ draft: { lines: ['1'] } }],
});

/** Takes up the tool that picks a stop of the journey on the map. */
export const pickJourneyStop = defineStep('fareCheck.pick', 'Pick a stop of the journey on the map', {
  payload: z.object({ at: StopPlace }),
  samples: [{ at: 1 }],
});

/** The stop that was clicked on the map. */
export const takeJourneyStop = defineStep('fareCheck.picked', ({ stopId }) => `Take stop ${stopId}`, {
  payload: z.object({ stopId: z.string() }),
  samples: [{ stopId: 'S2' }],
});

/** Puts the map tool down, or closes the check. */
export const closeFareCheck = defineStep('fareCheck.close', 'Close the fare check');
