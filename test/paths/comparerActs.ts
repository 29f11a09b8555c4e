/** What the events of the comparer's navigator are in acts of the user and answers of the server. */
import { chooseComparerDatabase, chooseComparerVersion, toggleNavigatorList } from '../../src/commands/comparer/navigatorSteps.ts';
import { loadDatabases } from '../../src/commands/databases/loadDatabases.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { loadVersions } from '../../src/commands/versions/loadVersions.ts';
import type { ComparerNavigatorEvent } from '../../src/machines/comparerNavigatorMachine.ts';
import { acting, versionRow } from './fakeParts.ts';

export const navigateComparer = acting<ComparerNavigatorEvent>((screen) => {
  const { kernel } = screen;
  const away = kernel.workflow('comparerNavigator').getSnapshot().value === 'away';
  /** Puts what the event tells of into the address; not from elsewhere, where that would be entering. */
  const be = (first: number | null, second: number | null): void => {
    const versions = `${first === null ? '' : `/${first}`}${first === null || second === null ? '' : `/${second}`}`;
    if (!away) kernel.dispatch(openPlace({ path: `/comparer/demo${versions}`, search: first === null && second !== null ? `?to=${second}` : '' }));
  };
  return {
    ENTER: (event) => {
      const versions = [event.databaseId, event.first, event.second].filter((part) => part !== null);
      if (away) kernel.dispatch(openPlace({ path: ['/comparer', ...versions].join('/'), search: '' }));
    },
    LEAVE: () => openPlace({ path: '/data/db/demo', search: '' }),
    TOGGLE: ({ list }) => toggleNavigatorList({ list }),
    CHOOSE_DATABASE: ({ databaseId }) => chooseComparerDatabase({ databaseId }),
    CHOOSE_FIRST: (event) => {
      be(null, event.second);
      kernel.dispatch(chooseComparerVersion({ side: 'first', versionId: event.versionId }));
    },
    CHOOSE_SECOND: (event) => {
      be(event.first, null);
      kernel.dispatch(chooseComparerVersion({ side: 'second', versionId: event.versionId }));
    },
    DATABASE_GONE: () => {
      be(null, null);
      kernel.dispatch(loadDatabases({}));
      screen.answer('listDatabases', () => ({ Databases: [] }));
    },
    VERSIONS_GONE: (event) => {
      be(event.first, event.second);
      kernel.dispatch(loadVersions({ databaseId: 'demo' }));
      screen.answer('listVersions', () => ({ Versions: [versionRow(1), versionRow(2)] }));
    },
  };
});
