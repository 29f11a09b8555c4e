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
import type { FakeScreen } from './fakeParts.ts';

export function tagSearchActs({ kernel }: FakeScreen, event: TagSearchEvent): void {
  const { value, context } = kernel.workflow('tagSearch').getSnapshot();
  const closed = value === 'closed';
  const stand = (versionId: number, search: string): void =>
    void kernel.dispatch(openPlace({ path: `/data/db/demo/v/${versionId}/schedules`, search }));
  /** The present list with another search. */
  const searched = (search: string): void => (closed ? undefined : stand(context.versionId, search));
  switch (event.type) {
    case 'OPEN':
      if (closed) stand(event.versionId, event.category === null ? '' : `?draft-${event.category}=`);
      kernel.dispatch(openSearch({}));
      return;
    case 'TYPE':
      kernel.dispatch(typeSearch({ text: 'night' }));
      return;
    case 'CATEGORY':
      searched(event.refused === null ? '' : '?TripId=T100');
      kernel.dispatch(chooseSearchCategory({ category: event.category }));
      return;
    case 'ADD':
      searched('');
      kernel.dispatch(addSearchTag({ category: null, text: event.refused === null ? 'night' : ' ' }));
      return;
    case 'BACK':
      kernel.dispatch(stepBackSearch({}));
      return;
    case 'CHANGE':
      kernel.dispatch(combineSearch({ match: 'Exact', condition: 'Or' }));
      return;
    case 'CLEAR':
      kernel.dispatch(clearSearch({}));
      return;
    case 'CLOSE':
      kernel.dispatch(closeSearch({}));
      return;
    case 'LEAVE':
      kernel.dispatch(openPlace({ path: '/data/db/demo/v/1/agencies', search: '' }));
  }
}
