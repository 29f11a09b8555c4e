/** What a tag search is in acts of the user. */
import {
  addSearchTag,
  chooseSearchCategory,
  clearSearch,
  closeSearch,
  combineSearch,
  openSearch,
  stepBackSearch,
  typeSearch,
} from '../../src/commands/search/tagSearchSteps.ts';
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import type { TagSearchEvent } from '../../src/machines/tagSearchMachine.ts';
import { acting } from './fakeParts.ts';

export const tagSearchActs = acting<TagSearchEvent>(({ kernel }) => {
  const { value, context } = kernel.workflow('tagSearch').getSnapshot();
  const closed = value === 'closed';
  const stand = (versionId: number, search: string): void =>
    void kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/schedules`, search }));
  /** The present list with another search. */
  const searched = (search: string): void => (closed ? undefined : stand(context.versionId, search));
  return {
    OPEN: (event) => {
      if (closed) stand(event.versionId, event.category === null ? '' : `?draft-${event.category}=`);
      kernel.dispatch(openSearch({}));
    },
    TYPE: () => typeSearch({ text: 'night' }),
    CATEGORY: (event) => {
      searched(event.refused === null ? '' : '?TripId=T100');
      kernel.dispatch(chooseSearchCategory({ category: event.category }));
    },
    ADD: (event) => {
      searched('');
      kernel.dispatch(addSearchTag({ category: null, text: event.refused === null ? 'night' : ' ' }));
    },
    BACK: () => stepBackSearch({}),
    CHANGE: () => combineSearch({ match: 'Exact', condition: 'Or' }),
    CLEAR: () => clearSearch({}),
    CLOSE: () => closeSearch({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/1/agencies', search: '' }),
  };
});
