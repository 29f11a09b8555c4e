import { expect, test } from 'vitest';
import { openProduct } from '../../../test/builders/productKernel.ts';
import { presentData } from '../../projections/versions.ts';
import { showHistory } from '../changes/showHistory.ts';
import { selectStops } from '../stops/stopSelectionSteps.ts';
import { openPlace } from './openPlace.ts';

test('changing version clears vehicles, what is marked on the map, the search and what it found [E155]', () => {
  const { kernel, call } = openProduct('/data');
  const go = (path: string, search = ''): void => void kernel.dispatch(openPlace({ path, search }));
  const seen = () => {
    const { view } = kernel.snapshot();
    return {
      search: view.location.search,
      vehicles: view.realtime.range,
      marked: view.stopWork.selected,
      trips: presentData(view)?.tripSearch.departures,
    };
  };
  const none = { search: '', vehicles: null, marked: [], trips: [] };
  const searched = '?Departure=08:05&realtime=2026-03-01..2026-03-03';
  go('/data/db/demo/v/1/schedules', searched);
  call('listSchedules').answer({ Schedules: [], TooManyResultsForSearch: false });
  kernel.dispatch(selectStops({ versionId: 1, stopIds: ['S1', 'S2'] }));
  expect(seen()).toEqual({
    search: searched,
    vehicles: { from: '2026-03-01', to: '2026-03-03' },
    marked: ['S1', 'S2'],
    trips: ['08:05'],
  });
  go('/data/db/demo/v/2/schedules');
  expect(seen()).toEqual(none);
  // and they do not come back with the version
  go('/data/db/demo/v/1/schedules');
  expect(seen()).toEqual(none);
});

test('the history of a document closes when its page is left: Back does not leave it over another page', () => {
  const { kernel } = openProduct('/data/db/demo/v/1/stops/S1');
  const shown = () => kernel.snapshot().view.changes.historyOf?.id;
  kernel.dispatch(showHistory({ versionId: 1, kind: 'Stop', id: 'S1' }));
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/stops/S1', search: '?summary=open' }));
  expect(shown()).toBe('S1');
  kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/schedules', search: '' }));
  expect(shown()).toBeUndefined();
});
