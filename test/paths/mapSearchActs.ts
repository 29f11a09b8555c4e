/** What a search of the map is in acts of the user. */
import { chooseMapFind, closeMapSearch, openMapSearch, typeMapSearch } from '../../src/commands/search/mapSearchSteps.ts';
import { showPlace } from '../../src/commands/search/mapSearch.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { parsePayload } from '../../src/kernel/command.ts';
import type { MapSearchEvent } from '../../src/machines/mapSearchMachine.ts';
import type { FakeScreen } from './fakeParts.ts';

export function mapSearchActs(screen: FakeScreen, event: MapSearchEvent): void {
  const { kernel } = screen;
  switch (event.type) {
    case 'OPEN':
      if (kernel.workflow('mapSearch').getSnapshot().value === 'closed') {
        kernel.dispatch(openPlace({ path: event.versionId === null ? '/data' : `/data/db/demo/v/${event.versionId}/stops`, search: '' }));
      }
      kernel.dispatch(openMapSearch({}));
      return;
    case 'TYPE':
      kernel.dispatch(typeMapSearch({ text: event.text }));
      return;
    case 'FOUND':
      screen.answer('searchLocations', () => ({ Locations: [] }));
      return;
    case 'CHOOSE': {
      const place = parsePayload(showPlace, event.to.payload);
      kernel.dispatch(chooseMapFind({ label: 'Here', to: place ?? { path: '/data/db/demo/v/1/stops/S1', search: '' } }));
      return;
    }
    case 'CLOSE':
      kernel.dispatch(closeMapSearch({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/3/stops', search: '' }));
  }
}
