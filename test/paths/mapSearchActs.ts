/** What a search of the map is in acts of the user. */
import { chooseMapFind, closeMapSearch, openMapSearch, typeMapSearch } from '../../src/commands/search/mapSearchSteps.ts';
import { showPlace } from '../../src/commands/search/mapSearch.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { parsePayload } from '../../src/kernel/command.ts';
import type { MapSearchEvent } from '../../src/machines/mapSearchMachine.ts';
import { acting } from './fakeParts.ts';

export const mapSearchActs = acting<MapSearchEvent>((screen) => {
  const { kernel } = screen;
  return {
    OPEN: (event) => {
      if (kernel.workflow('mapSearch').getSnapshot().value === 'closed') {
        kernel.dispatch(openPlace({ path: event.versionId === null ? '/data' : `/data/db/demo/v/${event.versionId}/stops`, search: '' }));
      }
      kernel.dispatch(openMapSearch({}));
    },
    TYPE: ({ text }) => typeMapSearch({ text }),
    FOUND: () => screen.answer('searchLocations', () => ({ Locations: [] })),
    CHOOSE: (event) => {
      const place = parsePayload(showPlace, event.to.payload);
      kernel.dispatch(chooseMapFind({ label: 'Here', to: place ?? { path: '/data/db/demo/v/1/stops/S1', search: '' } }));
    },
    CLOSE: () => closeMapSearch({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/3/stops', search: '' }),
  };
});
