/** The steps of the fare check: a journey is put together, then every fare is asked; `machines/fareCheckMachine.ts` follows them. */
import { z } from 'zod';
import { FareCheckDraft } from '../../domain/fareCheckDraft.ts';
import { VersionId } from '../../domain/versions.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineCommand } from '../define.ts';

/** The stop that is picked on the map: one of the journey by its place, or that of the ride before (-1). */
const StopPlace = z.int().min(-1).max(10);

/** Opens the fare check; the journey is as it was left. */
export const openFareCheck = defineCommand('fareCheck.open', {
  payload: z.object({ versionId: VersionId }),
  samples: () => [{ versionId: 1 }],
  label: () => 'Open the fare check',
  action: {
    title: 'Check fares',
    icon: 'route',
    key: 'Alt+Shift+KeyF',
    group: 'Fares',
    payload: (view) => {
      const { versionId, page } = presentPlace(view);
      return versionId === undefined || page !== 'fares' ? { why: 'Open the fares of a version first' } : { versionId };
    },
  },
  inverse: 'none',
  keep: 'all',
});

/** Changes the journey; what is not named stays. */
export const changeJourney = defineCommand('fareCheck.change', {
  payload: z.object({ draft: FareCheckDraft.partial() }),
  samples: () => [{ draft: { lines: ['1'] } }],
  label: () => 'Change the journey',
  inverse: 'none',
  keep: 'all',
});

/** Takes up the tool that picks a stop of the journey on the map. */
export const pickJourneyStop = defineCommand('fareCheck.pick', {
  payload: z.object({ at: StopPlace }),
  samples: () => [{ at: 1 }],
  label: () => 'Pick a stop of the journey on the map',
  inverse: 'none',
  keep: 'all',
});

/** The stop that was clicked on the map. */
export const takeJourneyStop = defineCommand('fareCheck.picked', {
  payload: z.object({ stopId: z.string() }),
  samples: () => [{ stopId: 'S2' }],
  label: ({ stopId }) => `Take stop ${stopId}`,
  inverse: 'none',
  keep: 'all',
});

/** Puts the map tool down, or closes the check. */
export const closeFareCheck = defineCommand('fareCheck.close', {
  payload: z.object({}),
  samples: () => [{}],
  label: () => 'Close the fare check',
  inverse: 'none',
  keep: 'all',
});
